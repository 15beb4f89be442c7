import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Tables } from '../db/tables.ts';
import type { Limit, Window } from './limit.ts';
import { requestLimits } from './request-limits.ts';

const NO_DATABASE = new Kysely<Tables>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  },
});

const limitOf = (window: Window): Limit => ({
  ...{ name: 'some', what: 'Some requests', per: ['route', 'network'], past: 'refused', kept: { keys: 1 } },
  ...window,
});
const limiter = (window: Window) => requestLimits(NO_DATABASE, { now: () => 0 })('GET /', limitOf(window));

test('Networks and routes are counted separately', () => {
  const limits = requestLimits(NO_DATABASE, { now: () => 0 });
  const once = limitOf({ most: 1, seconds: 10 });
  const [take, other] = [limits('GET /', once), limits('POST /', once)];
  expect([take('192.0.2.1', 'stranger'), take('192.0.2.1', 'stranger'), take('192.0.2.2', 'stranger')]).toEqual([
    0, 10, 0,
  ]);
  expect(other('192.0.2.1', 'stranger')).toBe(0);
});

describe.for([
  ['a /48', (index: number) => `2001:db8:1:${index.toString(16)}::1`, '2001:db8:2::1', 8],
  ['a /24', (index: number) => `192.0.2.${index}`, '192.0.3.1', 16],
] as const)('The networks of %s', ([, addressOf, elsewhere, networks]) => {
  const rate = { most: 3, seconds: 60 };

  test('Neighbouring networks share the limit of a few', () => {
    const take = limiter(rate);
    const passed = Array.from({ length: 200 }, (_, index) => take(addressOf(index), 'stranger')).filter(
      (wait) => wait === 0,
    );
    expect(passed).toHaveLength(networks * rate.most);
    expect(take(elsewhere, 'stranger')).toBe(0);
  });

  test('Refusals of one network do not count for its neighbours', () => {
    const take = limiter(rate);
    for (let times = 0; times < 1_000; times += 1) take(addressOf(1), 'stranger');
    expect(take(addressOf(2), 'stranger')).toBe(0);
  });

  test('Staff in a wide network are not limited by it', () => {
    const take = limiter(rate);
    for (let index = 0; index < 200; index += 1) take(addressOf(index), 'stranger');
    expect([take(addressOf(201), 'stranger'), take(addressOf(201), 'known')]).toEqual([60, 0]);
  });
});

test('Machines of one private network are no such neighbours', () => {
  const take = limiter({ most: 3, seconds: 60 });
  const waits = Array.from({ length: 200 }, (_, index) => take(`10.0.0.${index}`, 'stranger'));
  expect(waits.every((wait) => wait === 0)).toBe(true);
});
