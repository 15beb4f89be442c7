import type { Clock } from './clock.ts';

/** Of what is full, so much goes at once: to find the oldest one is to pass all that were deleted since the map last grew. */
const PART_THAT_GOES = 1 / 16;

interface Remembered {
  readonly size: number;
  keys(): Iterable<string>;
  delete(key: string): boolean;
}

/**
 * To be called before one more is remembered. The oldest go, a few at a time and never all: memory stays where it is, and a
 * crowd pushes out nobody who came with it.
 */
export function makeRoom(remembered: Remembered, most: number): void {
  if (remembered.size < most) return;
  const left = most - Math.max(1, Math.floor(most * PART_THAT_GOES));
  for (const key of remembered.keys()) {
    if (remembered.size <= left) return;
    remembered.delete(key);
  }
}

/** The same few answers again and again; the oldest are forgotten, because anybody can make some up. */
export function memoized<Answer>(
  most: number,
  answer: (text: string) => Answer,
  isWorthIt: (answer: Answer) => boolean = () => true,
): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const fresh = answer(text);
    if (!isWorthIt(fresh)) return fresh;
    makeRoom(known, most);
    known.set(text, fresh);
    return fresh;
  };
}

/** Many pages ask for the same again and again: it is found out once for all of them, at most so often. */
export function keptFor<T>(ms: number, clock: Clock, find: () => Promise<T>): () => Promise<T> {
  let kept: { readonly at: number; readonly value: Promise<T> } | null = null;
  return () => {
    const now = clock.now();
    if (kept === null || now - kept.at >= ms || now < kept.at) {
      const value = find();
      const mine = { at: now, value };
      kept = mine;
      value.catch(() => {
        if (kept === mine) kept = null;
      });
    }
    return kept.value;
  };
}
