import { useMoreRows, useVirtualRows } from '../../ui/rows/virtual-rows.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import type { RowsProps } from './rows-props.ts';
import { UserRow } from './user-row.tsx';
import { COLUMN_COUNT, tableClass, UsersColumns } from './users-columns.tsx';

const ROW_REM = 3.5;
/** What ARIA calls a count that nobody knows yet. */
const UNKNOWN = -1;

export function UsersTable({ list, selection, selfId, ...actions }: RowsProps) {
  const { users, hasNextPage } = list;
  const canHover = useMediaQuery('(hover: hover)');
  const rows = useVirtualRows<HTMLTableSectionElement>({ count: users.length, heightRem: ROW_REM });
  useMoreRows(list, list.users.length, rows.lastInSight);
  return (
    <table aria-label="Users" aria-rowcount={hasNextPage ? UNKNOWN : users.length + 1} className={tableClass}>
      <UsersColumns selection={selection} canHover={canHover} />
      <tbody ref={rows.list}>
        {rows.pieces.map((piece) => {
          if ('gap' in piece) {
            return (
              <tr key={piece.key} aria-hidden>
                <td colSpan={COLUMN_COUNT} style={{ height: piece.gap }} />
              </tr>
            );
          }
          const user = users[piece.index];
          return (
            user && (
              <UserRow
                key={user.id}
                user={user}
                index={piece.index}
                isSelf={user.id === selfId}
                isSelected={selection.ids.has(user.id)}
                canHover={canHover}
                onToggle={selection.toggle}
                {...actions}
              />
            )
          );
        })}
      </tbody>
    </table>
  );
}
