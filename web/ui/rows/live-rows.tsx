import { ArrowUp } from 'lucide-react';
import { type FocusEvent, type PointerEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';

interface LiveRowsOptions<Row> {
  /** Always the same function. */
  idOf: (row: Row) => string;
  /** Something else holds the list as well. */
  isHeld?: boolean;
  /** Not while other rows are shown than those asked for: none of them is new, and none has to wait. */
  isReady?: boolean;
  /** The hold of the page, where pointing at this list holds another one as well. */
  hold?: Hold | undefined;
}

/**
 * A list of what happens now, which never jumps under the pointer: while an admin points at it, has the focus in it
 * or has scrolled past its top, its rows keep their places and new ones wait behind the pill "3 new".
 * TableRow shows `isNew` by itself, cards by newRowClass. A list that scrolls in a box of its own says so by `isHeld`.
 */
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
  /** The list, as a screen reader calls it on the pill. */
  where: string;
  /** A class: what stays in sight above the top of the list. Given where scrolling past the top holds the list. */
  scrollMargin?: string;
  /** A class: where the pill sticks, when more than the header stays in sight above the list. */
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
  /** The list that they are for. */
  where: string;
  onShow: () => void;
  /** Where it sticks, below what stays in sight above the list. */
  top?: string | undefined;
}

/** New rows that wait while an admin looks at the list. It takes no room, so that it moves nothing either. */
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

/** Whether an admin is at a list, by pointer or by keyboard. A finger is not: it leaves no pointer behind. */
export function useHold() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  return {
    isHeld: pointed || focused,
    props: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType !== 'touch'),
      onPointerLeave: () => setPointed(false),
      // A click leaves the focus on a button as well; that does not hold the list once the pointer is gone.
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}

export type Hold = ReturnType<typeof useHold>;

/** Below the header of the layout, which covers what is behind it. */
const HEADER_PX = 64;

/** Whether an element has been scrolled out of sight at the top of the page, and the way back to it. */
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

/**
 * Rows in the order in which an admin is looking at them: what is new waits, what is gone goes, and what
 * is loaded by scrolling comes at the end. `waiting` is how many came meanwhile and are not shown yet.
 */
export function holdRows<Row>(rows: readonly Row[], idOf: (row: Row) => string, order: readonly string[]) {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const shown = order.map((id) => byId.get(id)).filter((row) => row !== undefined);
  if (shown.length === 0) return { rows, waiting: 0 };
  const held = new Set(order);
  const isNew = (row: Row) => !held.has(idOf(row));
  const end = rows.findLastIndex((row) => !isNew(row)) + 1;
  return { rows: [...shown, ...rows.slice(end)], waiting: rows.slice(0, end).filter(isNew).length };
}

/** As long as it takes to notice them. */
const NEW_FOR_MS = 3000;

/** Looks for a row that has just come: appears, and its ground fades. */
export const newRowClass = 'animate-appear transition-colors duration-2000 starting:bg-accent-soft';

interface Known<Row> {
  rows: readonly Row[];
  ids: ReadonlySet<string>;
  cameAt: ReadonlyMap<string, number>;
}

/** What there is now, compared with what there was. Rows below those that were there have been loaded by scrolling. */
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

/** Which rows have come on top of those that were there. While the list is not ready there is nothing to compare with. */
function useNewRows<Row>(rows: readonly Row[], idOf: (row: Row) => string, isReady: boolean) {
  const [known, setKnown] = useState<Known<Row> | null>(null);
  const now = known?.rows === rows ? known : compared(known, rows, idOf);
  const current = isReady ? now : null;
  if (current !== known) setKnown(current);
  return (id: string) => Date.now() - (current?.cameAt.get(id) ?? 0) < NEW_FOR_MS;
}
