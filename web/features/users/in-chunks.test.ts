import { expect, test } from 'vitest';
import { inChunks } from './in-chunks.ts';

test.for([
  [[], []],
  [[1], [[1]]],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3],
    [[1, 2], [3]],
  ],
] as const)('%o in twos', ([items, chunks]) => {
  expect([...inChunks<number>(items, 2)]).toEqual(chunks);
});
