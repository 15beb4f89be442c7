/** Anything that JSON can carry between a test and a page. */
type Carried = string | number | boolean | null | undefined | object;

/** A step of the mouse or of the keyboard. Both protocols took it over from the WebDriver standard. */
interface Hand {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly parameters?: { readonly pointerType: 'mouse' };
  readonly actions: readonly object[];
}

/** What both drivers do: a tab with an empty profile of its own. Everything that stories need stands on it. */
export interface Tab {
  /** What the page said on the console, or threw. */
  readonly complaints: readonly string[];
  open(url: string): Promise<void>;
  /** Runs in the page and knows nothing of what is around it here. */
  run<Args extends Carried[], Result>(
    script: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  act(hands: readonly Hand[]): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface TabOptions {
  readonly size: Size;
  /** Runs in every page before the programs that are in it. */
  readonly prepare?: () => void;
}
