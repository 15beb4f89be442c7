export interface HeldRows<Row> {
  rows: readonly Row[];
  /** How many came meanwhile and are not shown yet. */
  waiting: number;
}

/**
 * Rows in the order in which somebody is looking at them: what is new waits, what is gone goes, and what
 * is loaded by scrolling comes at the end.
 */
export function holdRows<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  order: readonly string[],
): HeldRows<Row> {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const shown: Row[] = [];
  const held = new Set<string>();
  for (const id of order) {
    const row = byId.get(id);
    if (row === undefined) continue;
    shown.push(row);
    held.add(id);
  }
  if (held.size === 0) return { rows, waiting: 0 };
  const isNew = (row: Row) => !held.has(idOf(row));
  const end = rows.findLastIndex((row) => !isNew(row)) + 1;
  return { rows: [...shown, ...rows.slice(end)], waiting: rows.slice(0, end).filter(isNew).length };
}
