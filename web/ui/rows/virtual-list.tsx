import { Fragment, type ReactNode } from 'react';
import { type Pages, useMoreRows, useVirtualRows } from './virtual-rows.ts';

interface VirtualListProps<Row> {
  label?: string;
  list: Pages;
  rows: readonly Row[];
  /** The height of every row, its border included. */
  heightRem: number;
  className?: string;
  renderRow: (row: Row, index: number) => ReactNode;
}

/**
 * A list of any length: draws the rows near the window, and asks for the next page before its end is in sight.
 *
 *   <VirtualList label="Users" list={list} rows={users} heightRem={6} className={cardsClass}
 *     renderRow={(user, index) => <UserCard user={user} index={index} onOpen={onOpen} />} />
 *
 * `UserCard` is memoised, needs no key, and is an `<li data-index={index}>` of that height.
 */
export function VirtualList<Row extends { id: string }>(props: VirtualListProps<Row>) {
  const { label, list, rows, heightRem, className, renderRow } = props;
  const virtual = useVirtualRows<HTMLUListElement>({ count: rows.length, heightRem });
  useMoreRows(list, rows.length, virtual.lastInSight);
  return (
    <ul ref={virtual.list} aria-label={label} className={className}>
      {virtual.pieces.map((piece) => {
        if ('gap' in piece) return <li key={piece.key} aria-hidden style={{ height: piece.gap }} />;
        const row = rows[piece.index];
        return row && <Fragment key={row.id}>{renderRow(row, piece.index)}</Fragment>;
      })}
    </ul>
  );
}
