import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('ids are version 7, all different, and sort in the order in which they were made', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => newId(1_800_000_000_000 + Math.floor(index / 6_000)));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids.slice(0, 10))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('a clock that was put back is followed', () => {
  newId(1_800_000_000_000);
  expect(newId(1_700_000_000_000) < newId(1_800_000_000_000)).toBe(true);
});
