import { expect, test } from 'vitest';
import { COUNTABLE_OF_A_KIND, Countable, type ReadState } from './countable.ts';

const view = (seq: number, id = `view-${seq}`) => ({ id, seq, type: 'page_view' as const });
const upTo = (mark: number, ...above: number[]): ReadState => ({
  mark,
  above: new Map(above.map((seq) => [seq, 'page_view'])),
});
const unread = (countable: Countable, state: ReadState) => countable.unread(state).get('page_view');

function ofFive() {
  const countable = new Countable();
  for (const seq of [1, 2, 4, 3, 5]) countable.put(view(seq));
  return countable;
}

test.for([
  ['nothing', upTo(0), 5],
  ['some', upTo(3), 2],
  ['some, and one above', upTo(3, 5), 1],
  ['one by one', upTo(0, 1, 5), 3],
  ['what is below the mark anyway', upTo(3, 2), 2],
  ['what is not there any more', upTo(0, 77), 5],
  ['everything', upTo(5), 0],
] as const)('The unread count of a person who has read %s', ([, state, count]) => {
  const countable = ofFive();
  expect(unread(countable, state)).toBe(count);
  expect([1, 2, 3, 4, 5].filter((seq) => !countable.isRead(view(seq), state))).toHaveLength(count);
});

test('A growing notification is unread again, and a late message does not change that', () => {
  const countable = ofFive();
  countable.put(view(6, 'view-2'));
  expect([unread(countable, upTo(5)), unread(countable, upTo(0)), unread(countable, upTo(0, 2))]).toEqual([1, 5, 5]);
  countable.put(view(2));
  expect([unread(countable, upTo(5)), unread(countable, upTo(0))]).toEqual([1, 5]);
});

test('Only the newest of a kind can be unread, and other kinds do not displace them', () => {
  const countable = new Countable();
  countable.put({ id: 'alarm', seq: 1, type: 'security' });
  for (let seq = 2; seq < COUNTABLE_OF_A_KIND + 5; seq += 1) countable.put(view(seq));
  expect(countable.unread(upTo(0))).toEqual(
    new Map([
      ['security', 1],
      ['page_view', COUNTABLE_OF_A_KIND],
    ]),
  );
  expect([2, 3, 4, 5, 6].map((seq) => countable.isRead(view(seq), upTo(0)))).toEqual([true, true, true, false, false]);
});
