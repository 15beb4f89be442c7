import { useCallback, useMemo, useState } from 'react';
import type { GuestLog } from '../../../../contract/guest-activity.ts';

type Ids = ReadonlySet<string>;

const NONE: Ids = new Set();

/** Which entries are ticked. Those that are no longer in the list are not: nothing is deleted out of sight. */
export function useLogSelection(logs: readonly GuestLog[]) {
  const [ticked, setTicked] = useState(NONE);
  const ids = useMemo(() => logs.filter(({ id }) => ticked.has(id)).map(({ id }) => id), [logs, ticked]);
  const toggle = useCallback((id: string, selected: boolean) => {
    setTicked((current) => {
      const next = new Set(current);
      if (selected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const all = ids.length > 0 && ids.length === logs.length;
  return {
    ids,
    has: (id: string) => ticked.has(id),
    all,
    some: ids.length > 0 && !all,
    toggle,
    toggleAll: () => setTicked(all ? NONE : new Set(logs.map(({ id }) => id))),
    clear: useCallback(() => setTicked(NONE), []),
  };
}

export type LogSelection = ReturnType<typeof useLogSelection>;
