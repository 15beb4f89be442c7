import { expect, test } from 'vitest';
import { evictOldest, memoized } from './bounded-cache.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test('A cache stays bounded and keeps its recent entries when many others come', () => {
  const remembered = new Set<string>();
  let most = 0;
  for (const key of numbers(10_000)) {
    evictOldest(remembered, 160);
    remembered.add(key);
    most = Math.max(most, remembered.size);
    if (remembered.size >= 160) expect(remembered.has(String(Number(key) - 149))).toBe(true);
  }
  expect(most).toBe(160);
  expect(remembered.size).toBeGreaterThan(149);
});

test('The oldest entry is evicted first, even from a cache of one', () => {
  const remembered = new Map(numbers(3).map((key) => [key, true]));
  evictOldest(remembered, 4);
  expect([...remembered.keys()]).toEqual(['0', '1', '2']);
  evictOldest(remembered, 3);
  expect([...remembered.keys()]).toEqual(['1', '2']);
  evictOldest(remembered, 1);
  expect(remembered.size).toBe(0);
});

test('An answer is computed once, and answers not worth caching evict nothing', () => {
  const asked: string[] = [];
  const answer = memoized(
    2,
    (text) => {
      asked.push(text);
      return text;
    },
    (text) => !text.startsWith('no'),
  );
  for (const text of ['one', 'no 1', 'two', 'no 2', 'no 3', 'one', 'two']) expect(answer(text)).toBe(text);
  expect(asked).toEqual(['one', 'no 1', 'two', 'no 2', 'no 3']);
  answer('three');
  expect([answer('two'), answer('one')]).toEqual(['two', 'one']);
  expect(asked.slice(5)).toEqual(['three', 'one']);
});
