import type { Clock } from './clock.ts';

/** In batches, because finding the oldest key iterates over those deleted since the map last grew. */
const EVICTED_PART = 1 / 16;

interface Evictable {
  readonly size: number;
  keys(): Iterable<string>;
  delete(key: string): boolean;
}

/** Call before adding. Evicts the oldest few. */
export function evictOldest(cache: Evictable, most: number): void {
  if (cache.size < most) return;
  const left = most - Math.max(1, Math.floor(most * EVICTED_PART));
  for (const key of cache.keys()) {
    if (cache.size <= left) return;
    cache.delete(key);
  }
}

/**
 * Bounded, because attackers can invent keys. (With `lru-cache`, a hit is 40% slower and memory 38% more.) `kept` makes the key of a new
 * answer.
 */
export function memoized<Answer>(
  most: number,
  answer: (text: string) => Answer,
  isCacheable: (answer: Answer) => boolean = () => true,
  kept: (text: string) => string = (text) => text,
): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const cached = known.get(text);
    if (cached !== undefined) return cached;
    const own = kept(text);
    const fresh = answer(own);
    if (!isCacheable(fresh)) return fresh;
    evictOldest(known, most);
    known.set(own, fresh);
    return fresh;
  };
}

/** Concurrent callers share one answer. */
export function cachedFor<T>(ms: number, clock: Clock, find: () => Promise<T>): () => Promise<T> {
  let cached: { readonly at: number; readonly value: Promise<T> } | null = null;
  return () => {
    const now = clock.now();
    if (cached === null || now - cached.at >= ms || now < cached.at) {
      const value = find();
      const mine = { at: now, value };
      cached = mine;
      value.catch(() => {
        if (cached === mine) cached = null;
      });
    }
    return cached.value;
  };
}
