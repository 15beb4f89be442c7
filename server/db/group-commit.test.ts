import { describe, expect, test } from 'vitest';
import { takeGroup } from './group-commit.ts';

const job = (name: string, kind: string, ...keys: string[]) => ({ name, kind, keys });
type Named = ReturnType<typeof job>;
const namesOf = (jobs: readonly Named[]) => jobs.map(({ name }) => name).join('');

describe('A group of jobs', () => {
  test.for([
    ['all that have nothing in common', [job('a', 'x', '1'), job('b', 'x', '2'), job('c', 'x')], '', 'abc', ''],
    ['one of those with the same key', [job('a', 'x', '1'), job('b', 'x', '1'), job('c', 'x', '2')], '', 'ac', 'b'],
    [
      'nobody before somebody who waits for the same',
      [job('a', 'x', '1'), job('b', 'x', '1', '2'), job('c', 'x', '2')],
      '',
      'a',
      'bc',
    ],
    ['one kind', [job('a', 'x', '1'), job('b', 'y', '2'), job('c', 'x', '3')], '', 'ac', 'b'],
    [
      'the kind of the first that can run',
      [job('a', 'x', '1'), job('b', 'y', '2'), job('c', 'x', '3'), job('d', 'y', '4')],
      '1',
      'bd',
      'ac',
    ],
    ['nobody whose key is in use', [job('a', 'x', '1'), job('b', 'x', '1')], '1', '', 'ab'],
    [
      'so many',
      [job('a', 'x', '1'), job('b', 'x', '1'), ...'cdef'.split('').map((name) => job(name, 'x'))],
      '',
      'acd',
      'bef',
    ],
  ] as const)('A group takes %s', ([, given, running, taken, left]) => {
    const waiting: Named[] = [...given];
    expect(namesOf(takeGroup(waiting, new Set(running), 3))).toBe(taken);
    expect(namesOf(waiting)).toBe(left);
  });

  test('All jobs run in the order of each key, and no key runs twice at a time', () => {
    let seed = 11;
    const random = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    const all = Array.from({ length: 500 }, (_, index) =>
      job(String(index), `kind${random(3)}`, ...new Set([`key${random(40)}`, `key${random(40)}`])),
    );
    const waiting = [...all];
    const done: Named[] = [];
    let running: Named[] = [];
    for (let rounds = 0; done.length < all.length && rounds < 2_000; rounds += 1) {
      const group = takeGroup(waiting, new Set(running.flatMap(({ keys }) => keys)), 10);
      const keys = [...running, ...group].flatMap((one) => one.keys);
      expect(new Set(keys).size).toBe(keys.length);
      expect(new Set(group.map(({ kind }) => kind)).size).toBeLessThanOrEqual(1);
      done.push(...running);
      running = group;
    }
    expect(done).toHaveLength(500);
    for (let key = 0; key < 40; key += 1) {
      const inOrder = done.filter(({ keys }) => keys.includes(`key${key}`)).map(({ name }) => Number(name));
      expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
    }
  });
});
