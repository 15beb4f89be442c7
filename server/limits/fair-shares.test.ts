import { expect, test } from 'vitest';
import { type Caller, Turns } from './fair-shares.ts';

const known = (name: string): Caller => ({ address: '192.0.2.1', known: name });
const at = (address: string): Caller => ({ address });

test.for<[string, [Caller, string][], string]>([
  [
    'one network stands in line',
    [
      [at('192.0.2.1'), 'a1'],
      [at('192.0.2.1'), 'a2'],
      [at('192.0.2.1'), 'a3'],
    ],
    'a1 a2 a3',
  ],
  [
    'a crowd of one network does not stand before another',
    [
      [at('192.0.2.1'), 'a1'],
      [at('192.0.2.1'), 'a2'],
      [at('192.0.2.1'), 'a3'],
      [at('198.51.100.1'), 'b1'],
    ],
    'a1 b1 a2 a3',
  ],
  [
    'addresses of one /24 share its turns',
    [
      [at('192.0.2.1'), 'a1'],
      [at('192.0.2.2'), 'a2'],
      [at('192.0.2.3'), 'a3'],
      [at('192.0.2.1'), 'a4'],
      [at('198.51.100.1'), 'b1'],
      [at('198.51.100.1'), 'b2'],
    ],
    'a1 b1 a2 b2 a3 a4',
  ],
  [
    'so do those of one /48, and within it those of one /64',
    [
      [at('2001:db8:1:1::1'), 'a1'],
      [at('2001:db8:1:1::2'), 'a2'],
      [at('2001:db8:1:1::3'), 'a3'],
      [at('2001:db8:1:2::1'), 'a4'],
      [at('2001:db8:2::1'), 'b1'],
    ],
    'a1 b1 a4 a2 a3',
  ],
  [
    'known callers go first, each in turn, and keep nobody out',
    [
      [at('192.0.2.1'), 's1'],
      [at('192.0.2.1'), 's2'],
      [known('mira'), 'm1'],
      [known('mira'), 'm2'],
      [known('mira'), 'm3'],
      [known('nina'), 'n1'],
      [known('nina'), 'n2'],
    ],
    'm1 n1 m2 s1 n2 m3 s2',
  ],
])('The order of turns: %s', ([, arrivals, order]) => {
  const turns = new Turns<string>();
  for (const [caller, item] of arrivals) turns.push(caller, item);
  expect(turns.size).toBe(arrivals.length);
  const served: string[] = [];
  for (let item = turns.shift(); item !== undefined; item = turns.shift()) served.push(item);
  expect(served.join(' ')).toBe(order);
  expect(turns.size).toBe(0);
});
