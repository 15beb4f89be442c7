import { useMemo, useState } from 'react';

interface HeldRows<Row> {
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

/**
 * A live list that does not jump under the pointer: while it is held, its rows keep their places and new
 * ones wait until they are let in.
 */
export function useHeldRows<Row>(rows: readonly Row[], idOf: (row: Row) => string, isHeld: boolean) {
  const [order, setOrder] = useState<readonly string[] | null>(null);
  if (isHeld !== (order !== null)) setOrder(isHeld ? rows.map(idOf) : null);
  const held = useMemo(
    () => (order === null ? { rows, waiting: 0 } : holdRows(rows, idOf, order)),
    [rows, idOf, order],
  );
  return { ...held, letIn: () => setOrder(order && rows.map(idOf)) };
}
