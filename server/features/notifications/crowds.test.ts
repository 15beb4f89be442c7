import { expect, test } from 'vitest';
import { Crowds } from './crowds.ts';
import { draftOf } from './events.ts';

const MINUTE = 60_000;
const START = 30_000_000 * MINUTE;

const pageView = (index: number) =>
  draftOf(
    {
      kind: 'page-view',
      page: 'Email Entry Page',
      guestId: `guest-${index}`,
      isKnown: true,
      visitor: { ipAddress: `192.0.2.${index}`, location: 'Unknown', device: 'Unknown device', userAgent: '' },
    },
    () => undefined,
  );

/** How many guests of each minute have a notification of their own. */
function toldSingly(guestsOfMinutes: readonly number[]): number[] {
  const crowds = new Crowds();
  return guestsOfMinutes.map((guests, minute) => {
    const drafts = Array.from({ length: guests }, (_, index) =>
      crowds.draftFor('page-view', pageView(index), START + minute * MINUTE),
    );
    return drafts.filter(({ group_key }) => group_key !== 'page-view:crowd').length;
  });
}

test.for([
  ['a few', [20, 20, 20], [20, 20, 20]],
  ['a crowd', [21], [20]],
  ['a crowd that goes on is one all the time', [200, 200, 200], [20, 0, 0]],
  ['until a minute has passed with a few', [200, 20, 20], [20, 0, 20]],
  ['or with nobody', [200, 0, 20], [20, 0, 20]],
] as const)('Single notifications of a crowd: %s', ([, guests, told]) => {
  expect(toldSingly(guests)).toEqual(told);
});
