import { SearchX, Users } from 'lucide-react';
import type { User } from '../../../../contract/users.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton, TableSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { ListFrame } from '../../../ui/rows/list-frame.tsx';
import type { Selection } from '../../../ui/rows/selection.ts';
import { VirtualList } from '../../../ui/rows/virtual-list.tsx';
import { type Column, VirtualTable } from '../../../ui/rows/virtual-table.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import type { UserChange, UserListState } from '../api.ts';
import { CARD_REM, UserCard, UserRow } from './row.tsx';

interface UserListProps {
  q: string;
  list: UserListState;
  selection: Selection;
  selfId: string | undefined;
  onOpen: (user: User) => void;
  onChange: (change: UserChange) => void;
  onClearSearch: () => void;
}

/** A table, or cards on a phone, where a table has no room. */
export function UserList({ q, list, selection, selfId, onOpen, onChange, onClearSearch }: UserListProps) {
  const isTable = useMediaQuery('(min-width: 768px)');
  const canHover = useMediaQuery('(hover: hover)');
  const rows = { label: 'Users', list, rows: list.items };
  const rowProps = (user: User, index: number) => ({
    user,
    index,
    isSelf: user.id === selfId,
    isSelected: selection.ids.has(user.id),
    onToggle: selection.toggle,
    onOpen,
    onChange,
  });
  const selectAll = (
    <Checkbox
      aria-label="Select all users"
      checked={selection.all}
      indeterminate={selection.some}
      disabled={selection.none}
      onChange={selection.toggleAll}
    />
  );
  const heading = (
    <div className="flex items-center gap-3">
      {selectAll}
      User
    </div>
  );
  return (
    <ListFrame
      list={list}
      skeleton={<TableSkeleton label="Loading users…" columns={SKELETON_COLUMNS} cardHeight="h-24" headsCards />}
      failure="Failed to load users"
      otherwise="Please try refreshing the page"
      empty={<NoUsers q={q} onClearSearch={onClearSearch} />}
      loadingMore={q ? 'Searching…' : 'Loading more users…'}
      moreFailure="More users could not be loaded."
    >
      {isTable ? (
        <VirtualTable
          {...rows}
          columns={[{ name: 'User', heading }, ...columnsBesideUser(canHover)]}
          headingTop="top-33"
          renderRow={(user, index) => <UserRow {...rowProps(user, index)} canHover={canHover} />}
        />
      ) : (
        <div className="-mx-4">
          <div className="flex h-9 items-center gap-3 border-line border-b px-4 text-12 font-medium text-muted">
            {selectAll}
            <span aria-hidden>Select all</span>
          </div>
          <VirtualList
            {...rows}
            heightRem={CARD_REM}
            renderRow={(user, index) => <UserCard {...rowProps(user, index)} />}
          />
        </div>
      )}
    </ListFrame>
  );
}

/** Besides the first, which takes the room that is left. A menu needs less of it than the buttons. */
const columnsBesideUser = (canHover: boolean): Column[] => [
  { name: 'Status', width: 'w-34', skeleton: <Skeleton className="h-6 w-18" /> },
  { name: 'Role', width: 'w-26', skeleton: <Skeleton className="h-3 w-10" /> },
  { name: 'Last Activity', width: 'w-32', skeleton: <Skeleton className="h-3 w-14" /> },
  { name: 'Actions', width: canHover ? 'w-44 lg:w-50' : 'w-24 lg:w-28', align: 'text-right' },
];

const SKELETON_COLUMNS: Column[] = [
  {
    name: 'User',
    heading: <span className="pl-7">User</span>,
    skeleton: (
      <>
        <Skeleton className="size-4 shrink-0 rounded-small!" />
        <Skeleton className="size-8 shrink-0 rounded-full!" />
        <div className="flex flex-1 flex-col gap-1.5">
          <Skeleton className="h-3 w-36" />
          <Skeleton className="h-2.5 w-52 max-w-full" />
        </div>
      </>
    ),
  },
  ...columnsBesideUser(true),
];

const NoUsers = ({ q, onClearSearch }: Pick<UserListProps, 'q' | 'onClearSearch'>) =>
  q ? (
    <Notice
      icon={SearchX}
      title="No users found"
      action={
        <Button variant="secondary" onClick={onClearSearch}>
          Clear search
        </Button>
      }
    >
      Nobody’s name or e-mail contains “<bdi>{q}</bdi>”.
    </Notice>
  ) : (
    <Notice icon={Users} title="No users found">
      Users will appear here once they register
    </Notice>
  );
