import { useState } from 'react';

/** As long as it takes to notice them. */
const NEW_FOR_MS = 3000;

/** Looks for a row that has just come: appears, and its ground fades. */
export const newRowClass = 'animate-appear transition-colors duration-2000 starting:bg-accent-soft';

/** Which rows have come on top of those that were there. Rows that are loaded by scrolling are not new. */
export function useNewRows<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const [known, setKnown] = useState(() => ({ rows, ids: new Set(rows.map(idOf)), cameAt: new Map<string, number>() }));
  let { cameAt } = known;
  if (known.rows !== rows) {
    const now = Date.now();
    const ids = rows.map(idOf);
    const end = known.ids.size === 0 ? ids.length : ids.findLastIndex((id) => known.ids.has(id));
    cameAt = new Map([...cameAt].filter(([, at]) => now - at < NEW_FOR_MS));
    for (const id of ids.slice(0, Math.max(0, end))) if (!known.ids.has(id)) cameAt.set(id, now);
    setKnown({ rows, ids: new Set(ids), cameAt });
  }
  return (id: string) => Date.now() - (cameAt.get(id) ?? 0) < NEW_FOR_MS;
}
