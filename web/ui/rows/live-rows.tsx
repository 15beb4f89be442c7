import { ArrowUp } from 'lucide-react';
import { type FocusEvent, type PointerEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';

interface LiveRowsOptions<Row> {
  /** Must be stable. */
  idOf: (row: Row) => string;
  /** Set by a list that scrolls in its own box. */
  isHeld?: boolean;
  /** False while placeholder rows are shown: they are not new. */
  isReady?: boolean;
  /** Shared by two lists: pointing at one holds the other too. */
  hold?: Hold | undefined;
}

/** New rows wait behind a pill while an admin points at the list, has the focus in it or has scrolled down. */
export function useLiveRows<Row>(all: readonly Row[], options: LiveRowsOptions<Row>) {
  const { idOf, isReady = true } = options;
  const own = useHold();
  const hold = options.hold ?? own;
  const { mark, isPast, scrollBack } = useScrolledPast();
  const isHeld = isReady && (options.isHeld || hold.isHeld || isPast);
  const [order, setOrder] = useState<readonly string[] | null>(null);
  if (isHeld !== (order !== null)) setOrder(isHeld ? all.map(idOf) : null);
  const { rows, waiting } = useMemo(() => holdRows(all, idOf, order ?? []), [all, idOf, order]);
  const show = () => {
    setOrder(order && all.map(idOf));
    scrollBack();
  };
  return { rows, isNew: useNewRows(rows, idOf, isReady), waiting, show, holdProps: hold.props, mark };
}

interface LiveRowsProps {
  live: Pick<ReturnType<typeof useLiveRows>, 'waiting' | 'show' | 'holdProps' | 'mark'>;
  where: string;
  /** Class. With it, the list is held once its top is scrolled out of view. */
  scrollMargin?: string;
  pillTop?: string;
  children: ReactNode;
}

export const LiveRows = ({ live, where, scrollMargin, pillTop, children }: LiveRowsProps) => (
  <div {...live.holdProps}>
    {scrollMargin && <div ref={live.mark} className={scrollMargin} />}
    <NewPill count={live.waiting} where={where} onShow={live.show} top={pillTop} />
    {children}
  </div>
);

interface NewPillProps {
  count: number;
  where: string;
  onShow: () => void;
  top?: string | undefined;
}

export const NewPill = ({ count, where, onShow, top = 'top-20' }: NewPillProps) => (
  <div className={`pointer-events-none sticky z-20 flex h-0 justify-center ${top}`}>
    {count > 0 && (
      <button
        type="button"
        aria-label={`Show ${count.toLocaleString('en')} new in ${where}`}
        onClick={onShow}
        className="pointer-events-auto inline-flex h-7 shrink-0 animate-appear items-center gap-1.5 rounded-full bg-accent px-3 text-12 font-medium text-white tabular-nums shadow-float"
      >
        <ArrowUp size={14} aria-hidden />
        {count.toLocaleString('en')} new
      </button>
    )}
  </div>
);

/** Touch does not hold the list: a finger leaves no pointer behind. */
export function useHold() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  return {
    isHeld: pointed || focused,
    props: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType !== 'touch'),
      onPointerLeave: () => setPointed(false),
      // A mouse click focuses buttons too; that must not hold the list.
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}

export type Hold = ReturnType<typeof useHold>;

const HEADER_PX = 64;

function useScrolledPast() {
  const element = useRef<HTMLDivElement>(null);
  const [isPast, setPast] = useState(false);
  const mark = useCallback((marked: HTMLDivElement) => {
    element.current = marked;
    const observer = new IntersectionObserver(
      ([entry]) => setPast(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < HEADER_PX),
      { rootMargin: `-${HEADER_PX}px 0px 0px` },
    );
    observer.observe(marked);
    return () => {
      observer.disconnect();
      setPast(false);
    };
  }, []);
  return { mark, isPast, scrollBack: () => element.current?.scrollIntoView({ block: 'nearest' }) };
}

export function holdRows<Row>(rows: readonly Row[], idOf: (row: Row) => string, order: readonly string[]) {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const shown = order.map((id) => byId.get(id)).filter((row) => row !== undefined);
  if (shown.length === 0) return { rows, waiting: 0 };
  const held = new Set(order);
  const isNew = (row: Row) => !held.has(idOf(row));
  const end = rows.findLastIndex((row) => !isNew(row)) + 1;
  return { rows: [...shown, ...rows.slice(end)], waiting: rows.slice(0, end).filter(isNew).length };
}

const NEW_FOR_MS = 3000;

export const newRowClass = 'animate-appear transition-colors duration-2000 starting:bg-accent-soft';

interface Known<Row> {
  rows: readonly Row[];
  ids: ReadonlySet<string>;
  cameAt: ReadonlyMap<string, number>;
}

/** Rows below the known ones were loaded by scrolling and are not new. */
function compared<Row>(before: Known<Row> | null, rows: readonly Row[], idOf: (row: Row) => string): Known<Row> {
  const ids = rows.map(idOf);
  const cameAt = new Map<string, number>();
  if (before) {
    const now = Date.now();
    for (const [id, at] of before.cameAt) if (now - at < NEW_FOR_MS) cameAt.set(id, at);
    const end = before.ids.size === 0 ? ids.length : ids.findLastIndex((id) => before.ids.has(id));
    for (const id of ids.slice(0, Math.max(0, end))) if (!before.ids.has(id)) cameAt.set(id, now);
  }
  return { rows, ids: new Set(ids), cameAt };
}

function useNewRows<Row>(rows: readonly Row[], idOf: (row: Row) => string, isReady: boolean) {
  const [known, setKnown] = useState<Known<Row> | null>(null);
  const now = known?.rows === rows ? known : compared(known, rows, idOf);
  const current = isReady ? now : null;
  if (current !== known) setKnown(current);
  return (id: string) => Date.now() - (current?.cameAt.get(id) ?? 0) < NEW_FOR_MS;
}
