import { SearchX, Users } from 'lucide-react';
import type { User } from '../../../../contract/users.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton, TableSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { ListFrame } from '../../../ui/rows/list-frame.tsx';
import { VirtualList } from '../../../ui/rows/virtual-list.tsx';
import { type Column, VirtualTable } from '../../../ui/rows/virtual-table.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import type { UserListState } from '../api.ts';
import { CARD_REM, type RowProps, UserCard, UserRow } from './row.tsx';
import type { Selection } from './selection.ts';

interface RowsProps extends Pick<RowProps, 'onOpen' | 'onChange'> {
  list: UserListState;
  selection: Selection;
  selfId: string | undefined;
}

interface UserListProps extends RowsProps {
  q: string;
  onClearSearch: () => void;
}

export function UserList({ q, onClearSearch, ...rows }: UserListProps) {
  const { list } = rows;
  const wide = useMediaQuery('(min-width: 768px)');
  const Rows = wide ? UserTable : UserCards;
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
      <Rows {...rows} />
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

const rowProps = (user: User, index: number, { selection, selfId, onOpen, onChange }: RowsProps): RowProps => ({
  user,
  index,
  isSelf: user.id === selfId,
  isSelected: selection.ids.has(user.id),
  onToggle: selection.toggle,
  onOpen,
  onChange,
});

function UserTable(props: RowsProps) {
  const canHover = useMediaQuery('(hover: hover)');
  const heading = (
    <div className="flex items-center gap-3">
      <SelectAll selection={props.selection} />
      User
    </div>
  );
  return (
    <VirtualTable
      label="Users"
      list={props.list}
      rows={props.list.items}
      columns={[{ name: 'User', heading }, ...columnsBesideUser(canHover)]}
      headingTop="top-33"
      renderRow={(user, index) => <UserRow {...rowProps(user, index, props)} canHover={canHover} />}
    />
  );
}

/** The list on a phone, where a table has no room. */
const UserCards = (props: RowsProps) => (
  <div className="-mx-4">
    <div className="flex h-9 items-center gap-3 border-line border-b px-4 text-12 font-medium text-muted">
      <SelectAll selection={props.selection} />
      <span aria-hidden>Select all</span>
    </div>
    <VirtualList
      label="Users"
      list={props.list}
      rows={props.list.items}
      heightRem={CARD_REM}
      renderRow={(user, index) => <UserCard {...rowProps(user, index, props)} />}
    />
  </div>
);

const SelectAll = ({ selection }: { selection: Selection }) => (
  <Checkbox
    aria-label="Select all users"
    checked={selection.all}
    indeterminate={selection.some}
    disabled={selection.none}
    onChange={selection.toggleAll}
  />
);

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
