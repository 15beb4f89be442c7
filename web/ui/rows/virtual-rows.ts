import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

const OVERSCAN = 8;
/** How many rows below the window are there before somebody scrolls to them. */
const AHEAD = 60;

interface Item {
  index: number;
  start: number;
  end: number;
}

type Piece = { gap: number; key: string } | { index: number };

/** Rows in sight, and in the place of rows that are not drawn a gap of their height. */
export function rowsWithGaps(items: readonly Item[], top: number, bottom: number): Piece[] {
  const pieces: Piece[] = [];
  let filledTo = top;
  for (const { index, start, end } of items) {
    if (start > filledTo) pieces.push({ gap: start - filledTo, key: `before-${index}` });
    pieces.push({ index });
    filledTo = end;
  }
  if (bottom > filledTo) pieces.push({ gap: bottom - filledTo, key: 'after-all' });
  return pieces;
}

/** Sizes are in rem, because they grow with the reader's text size. */
const pixels = (rem: number) => rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Where the list begins on the page, also when what stands above it grows or shrinks. */
function useTop<List extends HTMLElement>() {
  const list = useRef<List>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(list.current.getBoundingClientRect().top + scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { list, top };
}

interface VirtualRowsOptions {
  count: number;
  heightRem: number;
}

/**
 * Which of many rows of one height to draw while the page scrolls. Each drawn row carries its
 * `data-index`, by which the row with the focus is found and kept wherever the page is scrolled to.
 */
export function useVirtualRows<List extends HTMLElement>({ count, heightRem }: VirtualRowsOptions) {
  const { list, top } = useTop<List>();
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      const focused = list.current?.contains(document.activeElement)
        ? Number(document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index)
        : Number.NaN;
      if (focused < range.count && !indexes.includes(focused)) indexes.push(focused);
      return indexes.sort((a, b) => a - b);
    },
    [list],
  );
  const height = useMemo(() => pixels(heightRem), [heightRem]);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor,
  });
  const items = virtualizer.getVirtualItems();
  return {
    list,
    pieces: rowsWithGaps(items, top, top + virtualizer.getTotalSize()),
    lastInSight: virtualizer.range?.endIndex ?? -1,
  };
}

/** A list that is loaded page by page. */
export interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Asks for the next page well before the end is in sight. While the server is still searching, pages
 * can be short or empty: it is asked again until there are enough rows or no more to come.
 */
export function useMoreRows(list: Pages, count: number, lastInSight: number) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const wanted = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && lastInSight >= count - AHEAD;
  useEffect(() => {
    if (wanted) fetchNextPage();
  }, [wanted, fetchNextPage]);
}
