import { describe, expect, test } from 'vitest';
import { byRank, goFirst, type RankedGuest, rankOf } from './eviction-rank.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

interface Described {
  /** How long ago the guest was seen, and had come. */
  seen?: number;
  came?: number;
  acted?: boolean;
  network?: string;
  wideNetwork?: string;
}

let guests = 0;

function guest({ seen = 0, came = seen, acted = false, ...networks }: Described = {}): RankedGuest {
  guests += 1;
  const own = { network: `192.0.2.${guests}`, wideNetwork: `192.0.${guests}.0/24`, ...networks };
  return { ...own, arrived_at: NOW - came, last_seen_at: NOW - seen, acted };
}

const ONCE = { seen: 3_000 };
const ACTED = { seen: 3_000, acted: true };
const STAYS = { seen: 3_000, came: 13_000 };

test.for([
  ['stays on the page', STAYS, 7],
  ['stays and has acted', { ...STAYS, acted: true }, 7],
  ['was asked for again after two seconds', { came: 2_000 }, 7],
  ['stayed, and left a minute ago to read mail', { seen: MINUTE, came: 2 * MINUTE }, 6],
  ['has just acted', ACTED, 5],
  ['has come this moment', { seen: 1_000 }, 4],
  ['has opened a page and did not ask again', ONCE, 3],
  ['acted a minute ago and was not seen again', { seen: MINUTE, acted: true }, 2],
  ['stayed an hour ago', { seen: 60 * MINUTE, came: 70 * MINUTE }, 1],
  ['acted an hour ago', { seen: 60 * MINUTE, acted: true }, 1],
  ['opened a page a minute ago', { seen: MINUTE }, 0],
  ['was seen before the clock was set back', { seen: -60 * MINUTE }, 0],
] as const)('The rank of a guest who %s', ([, described, level]) => {
  expect(rankOf(guest(described), NOW)).toBe(level);
});

test.for([
  [14_999, true],
  [15_000, false],
  [-MINUTE, true],
  [-MINUTE - 1, false],
] as const)('A guest seen %i ms ago is online: %s', ([seen, online]) => {
  expect(rankOf(guest({ seen }), NOW) > 0).toBe(online);
});

test('Of equal guests the last seen comes first, and times ahead of the clock come last', () => {
  const [early, late, ahead] = [guest({ seen: 40_000 }), guest({ seen: 20_000 }), guest({ seen: -60 * MINUTE })];
  expect([...byRank([ahead, early, late], NOW)]).toEqual([late, early, ahead]);
});

describe('Eviction of guests', () => {
  const crowd = (count: number, described: Described) => Array.from({ length: count }, () => guest(described));
  const HOUSE = { network: '2001:db8:1:2::/64', wideNetwork: '2001:db8:1::/48' };

  test.for([
    ['is not there before who has just come', ONCE, { seen: MINUTE }],
    ['has come before who does something', ACTED, ONCE],
    ['did not ask again before who has had no time to', { seen: 1_000 }, ONCE],
    ['has come after those who have had no time to ask again', { seen: 1_500 }, { seen: 1_000 }],
    ['has come before who stays', STAYS, ONCE],
    ['has come before who reads the mail with the code', { seen: MINUTE, came: 2 * MINUTE }, ONCE],
    ['acts at once and hurries on before who stays', STAYS, ACTED],
  ] as const)('Evicted first: a guest who %s', ([, kept, goes]) => {
    const [one, other] = [guest(kept), guest(goes)];
    expect(goFirst([one, other], 1, NOW)).toEqual([other]);
    expect(goFirst([other, one], 1, NOW)).toEqual([other]);
  });

  test('Guests of other networks stay until a network has no more than its share of 50', () => {
    const strangers = crowd(30, { seen: 60 * MINUTE });
    const house = crowd(60, { ...HOUSE, ...STAYS });
    const gone = goFirst([...strangers, ...house], 11, NOW);
    expect(gone.filter((one) => house.includes(one))).toHaveLength(10);
    expect(gone.filter((one) => strangers.includes(one))).toHaveLength(1);
  });

  test('Within a crowded network the lowest rank is evicted first', () => {
    const fakes = crowd(60, { ...HOUSE, ...ONCE });
    const honest = guest({ ...HOUSE, ...STAYS });
    expect(goFirst([honest, ...fakes], 60, NOW)).not.toContain(honest);
  });

  test('A wide network is evicted beyond 200 guests, however many networks it has', () => {
    const wide = Array.from({ length: 250 }, (_, index) =>
      guest({ ...STAYS, network: `2001:db8:1:${index}::/64`, wideNetwork: '2001:db8:1::/48' }),
    );
    const stranger = guest({ seen: 60 * MINUTE });
    const gone = goFirst([stranger, ...wide], 51, NOW);
    expect(gone.slice(0, 50)).not.toContain(stranger);
    expect(gone[50]).toBe(stranger);
  });

  test('Most are evicted from the network that is furthest beyond its share', () => {
    const office = crowd(60, { ...ONCE, network: '2001:db8:9:9::/64', wideNetwork: '2001:db8:9::/48' });
    const flood = crowd(500, { ...HOUSE, ...STAYS });
    expect(goFirst([...office, ...flood], 300, NOW).every((one) => flood.includes(one))).toBe(true);
  });
});
