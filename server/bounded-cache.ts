import type { Clock } from './clock.ts';

/** Evict in batches: finding the oldest key skips all deleted ones since the map last grew. */
const PART_THAT_GOES = 1 / 16;

interface Remembered {
  readonly size: number;
  keys(): Iterable<string>;
  delete(key: string): boolean;
}

/** Call before adding. Evicts the oldest few, never all. */
export function makeRoom(remembered: Remembered, most: number): void {
  if (remembered.size < most) return;
  const left = most - Math.max(1, Math.floor(most * PART_THAT_GOES));
  for (const key of remembered.keys()) {
    if (remembered.size <= left) return;
    remembered.delete(key);
  }
}

/** A bounded cache: attackers can invent keys. */
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

/** Caches one answer for a while; concurrent callers share it. */
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
