import { describe, expect, test } from 'vitest';
import { batched, inPowersOfTwo, inRounds, shareStatements } from './prepared.ts';
import type { Trx } from './tables.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('Any number of rows is split into a few statements of few sizes, in order', () => {
  for (let count = 0; count <= 300; count += 1) {
    const pieces = inPowersOfTwo(numbers(count));
    expect(pieces.flat()).toEqual(numbers(count));
    expect(pieces.length).toBeLessThanOrEqual(10);
    for (const { length } of pieces) expect([1, 2, 4, 8, 16, 32, 64]).toContain(length);
  }
});

test.for([
  ['', ''],
  ['a b c', 'a b c'],
  ['a a b a', 'a b|a|a'],
  ['ab bc cd c', 'ab|bc|cd|c'],
])('Items with something in common run one after the other: %s', ([given = '', rounds]) => {
  const items = given === '' ? [] : given.split(' ');
  expect(
    inRounds(items, (item) => item.split(''))
      .map((round) => round.join(' '))
      .join('|'),
  ).toBe(rounds);
});

describe('Jobs that share a transaction', () => {
  const counting = () => {
    const runs: string[][] = [];
    const counts = new Map<string, number>();
    const count = batched<string, number>({
      keysOf: (key) => [key],
      async run(_, keys) {
        runs.push([...keys]);
        if (keys.includes('broken')) throw new Error('broken');
        return keys.map((key) => {
          counts.set(key, (counts.get(key) ?? 0) + 1);
          return counts.get(key) as number;
        });
      },
    });
    return { count, runs };
  };

  test('Jobs share a statement, in the order of its rows, and each gets its own answer', async () => {
    const { count, runs } = counting();
    const trx = {} as Trx;
    shareStatements(trx);
    const job = async (key: string) => [await count(trx, key), await count(trx, `${key}, again`)];
    expect(await Promise.all(['c', 'a', 'b', 'a'].map(job))).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [2, 2],
    ]);
    expect(runs[0]).toEqual(['a', 'b', 'c']);
    expect(runs[1]).toEqual(['a']);
    expect(runs.slice(2).flat().toSorted()).toEqual(['a, again', 'a, again', 'b, again', 'c, again']);
  });

  test('Jobs of one transaction fail together, those of another do not', async () => {
    const { count } = counting();
    const [one, other] = [{} as Trx, {} as Trx];
    shareStatements(one);
    shareStatements(other);
    const answers = await Promise.allSettled([count(one, 'a'), count(one, 'broken'), count(other, 'b')]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  test('Without sharing, each job has its own statement', async () => {
    const { count, runs } = counting();
    const trx = {} as Trx;
    await Promise.all([count(trx, 'a'), count(trx, 'b')]);
    expect(runs).toEqual([['a'], ['b']]);
  });
});
