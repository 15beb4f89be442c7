export interface Slot {
  readonly name: string;
  /** "Sign in" in `<link>Sign in</link>`; empty for `<email/>`. */
  readonly words: string;
}

const SLOT = /<(\w+)(?:\/>|>(.*?)<\/\1>)/g;

/** Splits `'Enter it on <host/> only'` into texts and slots. */
export function partsOf(message: string): (string | Slot)[] {
  const parts: (string | Slot)[] = [];
  let end = 0;
  for (const found of message.matchAll(SLOT)) {
    const [whole, name = '', words = ''] = found;
    parts.push(message.slice(end, found.index), { name, words });
    end = found.index + whole.length;
  }
  return [...parts, message.slice(end)].filter((part) => part !== '');
}
