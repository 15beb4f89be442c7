import { defaultRangeExtractor, type Range, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PagedList } from '../../lib/api/paged-list.ts';

const OVERSCAN = 8;
const AHEAD = 60;

type Piece = { gap: number; key: string } | { index: number };

export function rowsWithGaps(
  items: readonly Pick<VirtualItem, 'index' | 'start' | 'end'>[],
  top: number,
  bottom: number,
): Piece[] {
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

function useTop<Box extends HTMLElement>() {
  const box = useRef<Box>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (box.current) setTop(box.current.getBoundingClientRect().top + scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { box, top };
}

/** A search can return short or empty pages: fetches on until there are enough rows. */
function useMoreRows(list: PagedList, count: number, lastInSight: number) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const wanted = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && lastInSight >= count - AHEAD;
  useEffect(() => {
    if (wanted) fetchNextPage();
  }, [wanted, fetchNextPage]);
}

export interface VirtualRowsProps<Row> {
  label?: string;
  list: PagedList;
  rows: readonly Row[];
  /** Must be memoised and set `data-index`. */
  renderRow: (row: Row, index: number) => ReactNode;
}

interface VirtualRowsOptions<Row> extends Omit<VirtualRowsProps<Row>, 'label'> {
  heightRem: number;
  renderGap: (height: number) => ReactNode;
}

/** Keeps the focused row (by `data-index`) rendered, even when it is scrolled away. */
export function useVirtualRows<Row extends { id: string }, Box extends HTMLElement>(options: VirtualRowsOptions<Row>) {
  const { list, rows, heightRem, renderRow, renderGap } = options;
  const { box, top } = useTop<Box>();
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      const focused = box.current?.contains(document.activeElement)
        ? Number(document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index)
        : Number.NaN;
      if (focused < range.count && !indexes.includes(focused)) indexes.push(focused);
      return indexes.sort((a, b) => a - b);
    },
    [box],
  );
  const height = useMemo(() => pixels(heightRem), [heightRem]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor,
  });
  const items = virtualizer.getVirtualItems();
  useMoreRows(list, rows.length, virtualizer.range?.endIndex ?? -1);
  const drawn = rowsWithGaps(items, top, top + virtualizer.getTotalSize()).map((piece) => {
    if ('gap' in piece) return <Fragment key={piece.key}>{renderGap(piece.gap)}</Fragment>;
    const row = rows[piece.index];
    return row && <Fragment key={row.id}>{renderRow(row, piece.index)}</Fragment>;
  });
  return { box, drawn };
}

interface VirtualListProps<Row> extends VirtualRowsProps<Row> {
  heightRem: number;
  className?: string;
}

export function VirtualList<Row extends { id: string }>({ label, className, ...rows }: VirtualListProps<Row>) {
  const { box, drawn } = useVirtualRows<Row, HTMLUListElement>({
    ...rows,
    renderGap: (height) => <li aria-hidden style={{ height }} />,
  });
  return (
    <ul ref={box} aria-label={label} className={className}>
      {drawn}
    </ul>
  );
}
