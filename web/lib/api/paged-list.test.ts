import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Dated, type Pages, withNewest, withNextPage } from './paged-list.ts';

const LIMIT = 3;

const item = (number: number): Dated => ({
  id: String(number),
  createdAt: new Date(1_800_000_000_000 + number).toISOString(),
});
const list = (...numbers: number[]) => numbers.map(item);
const idsOf = (pages: Pages<Dated> | undefined) => pages?.items.map(({ id }) => Number(id));

/** Newest first, with a cursor as long as a page is full. */
function pageOf(numbers: readonly number[], cursor: string | null): Pages<Dated> {
  const below = [...numbers].sort((a, b) => b - a).filter((number) => cursor === null || number < Number(cursor));
  const items = list(...below.slice(0, LIMIT));
  return { items, nextCursor: items.length === LIMIT ? (items.at(-1)?.id ?? null) : null };
}

describe('A refetched first page', () => {
  test('New rows come on top of the known ones', () => {
    const known = { items: list(5, 4, 3, 2, 1), nextCursor: null };
    expect(idsOf(withNewest(known, pageOf([1, 2, 3, 4, 5, 6], null)))).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test('A gap replaces all known rows', () => {
    const known = { items: list(3, 2, 1), nextCursor: null };
    expect(withNewest(known, pageOf([1, 2, 3, 4, 5, 6, 7], null))).toEqual({ items: list(7, 6, 5), nextCursor: '5' });
  });

  test('A repeated row moves up', () => {
    const known = { items: list(5, 4, 3, 2, 1), nextCursor: null };
    const again = { ...item(9), id: '2' };
    const newest = { items: [again, ...list(5, 4)], nextCursor: '4' };
    expect(idsOf(withNewest(known, newest))).toEqual([2, 5, 4, 3, 1]);
  });
});

test('A next page is dropped when the list continues elsewhere', () => {
  const known = { items: list(9, 8, 7), nextCursor: '7' };
  expect(withNextPage(known, '4', { items: list(3, 2, 1), nextCursor: null })).toBe(known);
});

test('Rows in two pages are shown once', () => {
  const known = { items: list(9, 8, 7), nextCursor: '7' };
  expect(idsOf(withNextPage(known, '7', { items: list(8, 6), nextCursor: null }))).toEqual([9, 8, 7, 6]);
});

test('After any changes and scrolling no row is shown twice or missing', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), many: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('refresh' as const) }),
    fc.record({ kind: fc.constant('scroll' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const server: number[] = [];
      let pages: Pages<Dated> | undefined;
      for (const next of steps) {
        if (next.kind === 'add') for (let times = 0; times < next.many; times += 1) server.push(server.length);
        if (next.kind === 'refresh') pages = withNewest(pages, pageOf(server, null));
        if (next.kind === 'scroll' && pages?.nextCursor)
          pages = withNextPage(pages, pages.nextCursor, pageOf(server, pages.nextCursor));
        const shown = idsOf(pages) ?? [];
        const newest = shown[0] ?? 0;
        expect(shown).toEqual(shown.map((_, index) => newest - index));
        if (pages?.nextCursor === null && shown.length > 0) expect(shown.at(-1)).toBe(0);
      }
    }),
  );
});
