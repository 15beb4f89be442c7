import { useMoreRows, useVirtualRows } from '../../ui/rows/virtual-rows.ts';
import type { RowsProps } from './rows-props.ts';
import { UserCard } from './user-card.tsx';
import { SelectAll } from './users-columns.tsx';

const CARD_REM = 6;

/** The list on a phone, where a table has no room. */
export function UserCards({ list, selection, selfId, ...actions }: RowsProps) {
  const { users } = list;
  const cards = useVirtualRows<HTMLUListElement>({ count: users.length, heightRem: CARD_REM });
  useMoreRows(list, list.users.length, cards.lastInSight);
  return (
    <div className="-mx-4">
      <div className="flex h-9 items-center gap-3 border-line border-b px-4 text-12 font-medium text-muted">
        <SelectAll selection={selection} />
        <span aria-hidden>Select all</span>
      </div>
      <ul ref={cards.list} aria-label="Users">
        {cards.pieces.map((piece) => {
          if ('gap' in piece) return <li key={piece.key} aria-hidden style={{ height: piece.gap }} />;
          const user = users[piece.index];
          return (
            user && (
              <UserCard
                key={user.id}
                user={user}
                index={piece.index}
                isSelf={user.id === selfId}
                isSelected={selection.ids.has(user.id)}
                onToggle={selection.toggle}
                {...actions}
              />
            )
          );
        })}
      </ul>
    </div>
  );
}
