import type { Clock } from './clock.ts';

/** The same few answers again and again; forgotten when there are too many, because anybody can make some up. */
export function remembering<Answer>(
  most: number,
  answer: (text: string) => Answer,
  isWorthIt: (answer: Answer) => boolean = () => true,
): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const fresh = answer(text);
    if (known.size >= most) known.clear();
    if (isWorthIt(fresh)) known.set(text, fresh);
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
