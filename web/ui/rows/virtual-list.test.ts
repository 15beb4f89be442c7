import { expect, test } from 'vitest';
import { rowsWithGaps } from './virtual-list.tsx';

const rows = (...indexes: number[]) => indexes.map((index) => ({ index, start: index * 10, end: index * 10 + 10 }));

test.for([
  ['nothing', [], 0, []],
  ['all rows', rows(0, 1), 20, [{ index: 0 }, { index: 1 }]],
  [
    'the middle',
    rows(3, 4),
    100,
    [{ gap: 30, key: 'before-3' }, { index: 3 }, { index: 4 }, { gap: 50, key: 'after-all' }],
  ],
  [
    'a row far above that has the focus',
    rows(1, 5),
    60,
    [{ gap: 10, key: 'before-1' }, { index: 1 }, { gap: 30, key: 'before-5' }, { index: 5 }],
  ],
] as const)('Rows and gaps for %s', ([, items, bottom, pieces]) => {
  expect(rowsWithGaps(items, 0, bottom)).toEqual(pieces);
});

test('The space above the list does not count', () => {
  const [first] = rowsWithGaps([{ index: 2, start: 320, end: 330 }], 300, 330);
  expect(first).toEqual({ gap: 20, key: 'before-2' });
});
