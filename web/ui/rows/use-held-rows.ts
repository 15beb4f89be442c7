import { useMemo, useState } from 'react';
import { holdRows } from './held-rows.ts';

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
