import { useCallback, useMemo, useRef, useState } from 'react';
import type { User } from '../../../../contract/users.ts';

type Ids = ReadonlySet<string>;

const NOBODY: Ids = new Set();

/** Admins are never changed in bulk. */
export const isSelectable = (user: User) => user.role !== 'admin';

const idsOf = (users: readonly User[]) => users.map(({ id }) => id);

/** Those from one row to another, whichever comes first; only the second when the first is gone. */
export function range(users: readonly User[], fromId: string | null, toId: string): string[] {
  const to = users.findIndex(({ id }) => id === toId);
  const from = users.findIndex(({ id }) => id === fromId);
  const start = from < 0 ? to : Math.min(from, to);
  return idsOf(users.slice(start, Math.max(from, to) + 1).filter(isSelectable));
}

export function changed(ids: Ids, some: Iterable<string>, selected: boolean): Ids {
  const next = new Set(ids);
  for (const id of some) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Which users are ticked. Another search begins with none: nobody is changed who is out of sight. */
export function useSelection(users: readonly User[], q: string) {
  const [ids, setIds] = useState(NOBODY);
  const [madeFor, setMadeFor] = useState(q);
  if (madeFor !== q) {
    setMadeFor(q);
    setIds(NOBODY);
  }

  const shown = useRef(users);
  shown.current = users;
  const anchor = useRef<string>(null);
  /** With `extend`, everything from the last ticked row to this one. */
  const toggle = useCallback((id: string, selected: boolean, extend: boolean) => {
    const some = extend ? range(shown.current, anchor.current, id) : [id];
    anchor.current = id;
    setIds((current) => changed(current, some, selected));
  }, []);
  const drop = useCallback((some: Iterable<string>) => setIds((current) => changed(current, some, false)), []);
  const clear = useCallback(() => setIds(NOBODY), []);

  const selectable = useMemo(() => users.filter(isSelectable), [users]);
  const hits = useMemo(() => selectable.filter(({ id }) => ids.has(id)).length, [selectable, ids]);
  const all = hits > 0 && hits === selectable.length;
  return {
    ids,
    /** Of those that are shown. */
    all,
    some: hits > 0 && !all,
    none: selectable.length === 0,
    /** Nobody is selected who is not shown. */
    onlyShown: ids.size === hits,
    select: setIds,
    toggle,
    /** None of them, also of those out of sight, or everybody who is shown. */
    toggleAll: () => setIds(all ? NOBODY : changed(ids, idsOf(selectable), true)),
    drop,
    clear,
  };
}

export type Selection = ReturnType<typeof useSelection>;
