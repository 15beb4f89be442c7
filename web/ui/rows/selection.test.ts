import { expect, test } from 'vitest';
import { changed, range } from './selection.ts';

const rows = ['a', 'b', 'root', 'c', 'd'].map((id) => ({ id }));
const isSelectable = ({ id }: { id: string }) => id !== 'root';

test.for([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
  [null, 'c', ['c']],
  ['gone', 'c', ['c']],
] as const)('A range from %s to %s leaves out rows that cannot be selected', ([from, to, ids]) => {
  expect(range(rows, from, to, isSelectable)).toEqual(ids);
});

test('Selecting and deselecting leave other rows alone', () => {
  const ids = changed(new Set(['a']), ['b', 'c'], true);
  expect([...ids]).toEqual(['a', 'b', 'c']);
  expect([...changed(ids, ['a', 'c', 'x'], false)]).toEqual(['b']);
});
