export interface Slot {
  readonly name: string;
  /** Of `<link>Sign in</link>`, or empty for `<email/>`. */
  readonly words: string;
}

const SLOT = /<(\w+)(?:\/>|>(.*?)<\/\1>)/g;

/** What stands between the slots of a message, and the slots: `'Enter it on <host/> only'`. */
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
