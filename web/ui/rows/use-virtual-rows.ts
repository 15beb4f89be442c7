import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { rowsWithGaps } from './rows-with-gaps.ts';

const OVERSCAN = 8;

/** Sizes are in rem, because they grow with the reader's text size. */
const pixels = (rem: number) => rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Where the list begins on the page. What stands above it changes its height only with the window. */
function useTop<List extends HTMLElement>() {
  const list = useRef<List>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(list.current.getBoundingClientRect().top + scrollY);
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
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
