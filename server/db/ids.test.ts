import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('Ids are UUID version 7, unique, and sort by creation', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => newId(1_800_000_000_000 + Math.floor(index / 6_000)));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids.slice(0, 10))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('Ids stay in order when the clock is set back for long', () => {
  const ids = [newId(1_900_000_000_000)];
  for (let made = 0; made < 10_000; made += 1) ids.push(newId(1_900_000_000_000 - 3_600_000 + made));
  ids.push(newId(1_900_000_000_001), newId(1_900_000_001_000));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
