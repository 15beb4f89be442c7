import { expect, test } from 'vitest';
import { presenceOf, type SignsOfLife } from './signs-of-life.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

/** How long ago the page said what it said, closed, and was last heard of. */
interface Described {
  readonly said?: SignsOfLife['said'];
  readonly saidAgo?: number;
  readonly leftAgo?: number;
  readonly seenAgo?: number;
  readonly isConnected?: boolean;
}

const judged = ({ said = 'here', saidAgo = 10 * MINUTE, leftAgo, seenAgo = 0, isConnected = false }: Described) => {
  const left_at = leftAgo === undefined ? null : NOW - leftAgo;
  const { presence, since } = presenceOf(
    { said, said_at: NOW - saidAgo, left_at, last_seen_at: NOW - seenAgo },
    isConnected,
    NOW,
  );
  return [presence, NOW - since];
};

test.for([
  ['asks for something', {}, ['here', 10 * MINUTE]],
  ['was silent for almost 15 seconds', { seenAgo: 14_999 }, ['here', 10 * MINUTE]],
  ['was silent for 15 seconds', { seenAgo: 15_000 }, ['gone', 15_000]],
  ['was silent for long, with an open socket', { seenAgo: MINUTE, isConnected: true }, ['here', 10 * MINUTE]],
  ['is hidden, and asks for nothing', { said: 'away', saidAgo: MINUTE, seenAgo: MINUTE }, ['away', MINUTE]],
  [
    'is hidden for almost five minutes',
    { said: 'away', saidAgo: 5 * MINUTE - 1, seenAgo: 5 * MINUTE - 1 },
    ['away', 5 * MINUTE - 1],
  ],
  [
    'is hidden and silent for five minutes',
    { said: 'away', saidAgo: 6 * MINUTE, seenAgo: 5 * MINUTE },
    ['gone', 5 * MINUTE],
  ],
  [
    'is hidden for long, with an open socket',
    { said: 'away', saidAgo: 60 * MINUTE, seenAgo: MINUTE, isConnected: true },
    ['away', 60 * MINUTE],
  ],
  ['closes, or is loaded anew', { leftAgo: 2_999, seenAgo: 2_999 }, ['here', 10 * MINUTE]],
  ['has closed', { leftAgo: 3_000, seenAgo: 3_000 }, ['left', 3_000]],
  ['has closed long ago', { leftAgo: 60 * MINUTE, seenAgo: 60 * MINUTE }, ['left', 60 * MINUTE]],
  ['closed while it was hidden', { said: 'away', leftAgo: 5_000, seenAgo: 5_000 }, ['left', 5_000]],
  ['closed, and another one has asked since', { leftAgo: 5_000, seenAgo: 2_000 }, ['here', 10 * MINUTE]],
  [
    'closed, and another one has a socket',
    { leftAgo: 5_000, seenAgo: 5_000, isConnected: true },
    ['here', 10 * MINUTE],
  ],
  ['was heard of before the clock was set back', { seenAgo: -60 * MINUTE }, ['gone', -60 * MINUTE]],
] as const)('A guest whose page %s', ([, described, expected]) => {
  expect(judged(described)).toEqual(expected);
});
