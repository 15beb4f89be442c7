import { useState } from 'react';

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
export function useNewRows<Row>(rows: readonly Row[], idOf: (row: Row) => string, isReady = true) {
  const [known, setKnown] = useState<Known<Row> | null>(null);
  let current = known;
  if (!isReady) {
    current = null;
    if (known) setKnown(null);
  } else if (known?.rows !== rows) {
    current = compared(known, rows, idOf);
    setKnown(current);
  }
  return (id: string) => Date.now() - (current?.cameAt.get(id) ?? 0) < NEW_FOR_MS;
}
