/** Values that JSON can carry between test and page. */
type Carried = string | number | boolean | null | undefined | object;

/** Input of mouse or keyboard. Both protocols share the format of the WebDriver standard. */
interface Hand {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly parameters?: { readonly pointerType: 'mouse' };
  readonly actions: readonly object[];
}

/** The interface of both drivers: a tab with an empty profile of its own. */
export interface Tab {
  /** Warnings and errors of the console, and uncaught exceptions. */
  readonly complaints: readonly string[];
  open(url: string): Promise<void>;
  /** Runs in the page, without access to variables outside of it. */
  run<Args extends Carried[], Result>(
    script: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  act(hands: readonly Hand[]): Promise<void>;
  /** The window that a page of this tab has opened. It closes with this tab. */
  opened(): Promise<Tab>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface TabOptions {
  readonly size: Size;
  /** Runs in every page before its own scripts. */
  readonly prepare?: () => void;
}
