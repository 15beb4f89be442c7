import { useCallback, useMemo, useRef, useState } from 'react';

interface Row {
  id: string;
}

type Ids = ReadonlySet<string>;

const NONE: Ids = new Set();

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

export function range<R extends Row>(
  rows: readonly R[],
  fromId: string | null,
  toId: string,
  isSelectable: (row: R) => boolean,
) {
  const to = rows.findIndex(({ id }) => id === toId);
  const from = rows.findIndex(({ id }) => id === fromId);
  const start = from < 0 ? to : Math.min(from, to);
  return idsOf(rows.slice(start, Math.max(from, to) + 1).filter(isSelectable));
}

export function changed(ids: Ids, some: Iterable<string>, selected: boolean): Ids {
  const next = new Set(ids);
  for (const id of some) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
}

interface SelectionOptions<R> {
  /** Must be stable. */
  isSelectable?: (row: R) => boolean;
  /** A change clears the selection, so that no hidden row is changed. */
  resetKey?: string;
}

const always = () => true;

export function useSelection<R extends Row>(rows: readonly R[], options: SelectionOptions<R> = {}) {
  const { isSelectable = always, resetKey = '' } = options;
  const [ids, setIds] = useState(NONE);
  const [madeFor, setMadeFor] = useState(resetKey);
  if (madeFor !== resetKey) {
    setMadeFor(resetKey);
    setIds(NONE);
  }

  const current = useRef(rows);
  current.current = rows;
  const anchor = useRef<string>(null);
  const toggle = useCallback(
    (id: string, selected: boolean, extend = false) => {
      const some = extend ? range(current.current, anchor.current, id, isSelectable) : [id];
      anchor.current = id;
      setIds((before) => changed(before, some, selected));
    },
    [isSelectable],
  );

  const selectable = useMemo(() => idsOf(rows.filter(isSelectable)), [rows, isSelectable]);
  const shown = useMemo(() => selectable.filter((id) => ids.has(id)), [selectable, ids]);
  const all = shown.length > 0 && shown.length === selectable.length;
  return {
    ids,
    shown,
    all,
    some: shown.length > 0 && !all,
    none: selectable.length === 0,
    select: setIds,
    toggle,
    /** Unticking also covers rows that are not shown. */
    toggleAll: () => setIds(all ? NONE : changed(ids, selectable, true)),
    drop: (some: Iterable<string>) => setIds((before) => changed(before, some, false)),
    clear: () => setIds(NONE),
  };
}

export type Selection = ReturnType<typeof useSelection>;
