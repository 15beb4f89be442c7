import { SearchX, Users } from 'lucide-react';
import { SEARCHED_FOR } from '../../../../contract/users/account-details.rules.ts';
import type { UserListItem } from '../../../../contract/users/users.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton, TableSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { ListFrame } from '../../../ui/rows/list-frame.tsx';
import { LiveRows, type useLiveRows } from '../../../ui/rows/live-rows.tsx';
import type { Selection } from '../../../ui/rows/selection.ts';
import { SortButton } from '../../../ui/rows/sort-button.tsx';
import { VirtualList } from '../../../ui/rows/virtual-list.tsx';
import { type Column, VirtualTable } from '../../../ui/rows/virtual-table.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import type { UserActionRequest } from '../actions.tsx';
import type { UserListState } from '../api.ts';
import { CARD_REM, UserCard, UserRow } from './row.tsx';
import { ROOMY } from './toolbar.tsx';
import { directionOf, NO_FILTER, nextSort, type SortedColumn, type UserView } from './view.ts';

type LiveUsers = ReturnType<typeof useLiveRows<UserListItem>>;

interface UserListProps {
  view: UserView;
  list: UserListState;
  live: LiveUsers;
  selection: Selection;
  selfId: string | undefined;
  onView: (changes: Partial<UserView>) => void;
  onOpen: (user: UserListItem) => void;
  onAction: (request: UserActionRequest) => void;
}

export function UserList({ view, list, live, selection, selfId, onView, onOpen, onAction }: UserListProps) {
  const isTable = useMediaQuery('(min-width: 768px)');
  const isRoomy = useMediaQuery(ROOMY);
  const canHover = useMediaQuery('(hover: hover)');
  const { may, mayManage } = useMay();
  const canSelect = may('change-users');
  const rows = { label: 'Users', list, rows: live.rows };
  const rowProps = (user: UserListItem, index: number) => ({
    user,
    index,
    isSelf: user.id === selfId,
    canManage: mayManage(user.role),
    canSelect,
    isSelected: selection.ids.has(user.id),
    onToggle: selection.toggle,
    onOpen,
    onAction,
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
  const sortable = (label: string, column: SortedColumn) => {
    const sorted = directionOf(view.sort, column);
    const sort = () => onView({ sort: nextSort(view.sort, column) });
    return { sorted, heading: <SortButton label={label} sorted={sorted} onClick={sort} /> };
  };
  const columns = (): Column[] => {
    const user = sortable('User', 'name');
    const besides = columnsBesideUser(isRoomy);
    return [
      {
        ...user,
        name: 'User',
        heading: (
          <div className="flex items-center gap-3">
            {canSelect && selectAll}
            {user.heading}
          </div>
        ),
      },
      ...besides.map((column) => ({ ...column, ...(column.sorts && sortable(column.name, column.sorts)) })),
    ];
  };
  return (
    <ListFrame
      list={list}
      skeleton={<TableSkeleton label="Loading users…" columns={SKELETON_COLUMNS} cardHeight="h-24" headsCards />}
      failure="Failed to load users"
      otherwise="Please try refreshing the page"
      empty={<NoUsers view={view} onClear={() => onView(NO_FILTER)} />}
      loadingMore={view.q ? 'Searching…' : 'Loading more users…'}
      moreFailure="Couldn't load more users."
    >
      <LiveRows live={live} where="users" scrollMargin="scroll-mt-52" pillTop="top-20 md:top-54">
        {isTable ? (
          <VirtualTable
            {...rows}
            columns={columns()}
            headingTop="top-43"
            renderRow={(user, index) => (
              <UserRow
                {...rowProps(user, index)}
                isNew={live.isNew(user.id)}
                isRoomy={isRoomy}
                hasButtons={isRoomy && canHover}
              />
            )}
          />
        ) : (
          <div className="-mx-4">
            {canSelect && (
              <div className="flex h-9 items-center gap-3 border-line border-b px-4 text-12 font-medium text-muted">
                {selectAll}
                <span aria-hidden>Select all</span>
              </div>
            )}
            <VirtualList
              {...rows}
              heightRem={CARD_REM}
              renderRow={(user, index) => <UserCard {...rowProps(user, index)} />}
            />
          </div>
        )}
      </LiveRows>
    </ListFrame>
  );
}

interface UserColumn extends Column {
  sorts?: SortedColumn;
}

const columnsBesideUser = (isRoomy: boolean): UserColumn[] => [
  { name: 'Status', width: 'w-48', skeleton: <Skeleton className="h-6 w-18" /> },
  { name: 'Role', width: 'w-28', skeleton: <Skeleton className="h-3 w-10" /> },
  { name: 'Last Activity', width: 'w-31', sorts: 'activity', skeleton: <Skeleton className="h-3 w-14" /> },
  ...(isRoomy
    ? [{ name: 'Created', width: 'w-25', sorts: 'created', skeleton: <Skeleton className="h-3 w-14" /> } as const]
    : []),
  { name: 'Actions', width: 'w-24 lg:w-28', align: 'text-end' },
];

const SKELETON_COLUMNS: Column[] = [
  {
    name: 'User',
    heading: <span className="ps-7">User</span>,
    skeleton: (
      <>
        <Skeleton className="size-4 shrink-0 rounded-small!" />
        <Skeleton className="size-7 shrink-0 rounded-full!" />
        <div className="flex flex-1 flex-col gap-1.5">
          <Skeleton className="h-3 w-36" />
          <Skeleton className="h-2.5 w-52 max-w-full" />
        </div>
      </>
    ),
  },
  ...columnsBesideUser(false),
];

function NoUsers({ view, onClear }: { view: UserView; onClear: () => void }) {
  const q = view.q.trim();
  const isNarrowed = view.standing !== undefined || view.role !== undefined;
  if (!q && !isNarrowed) {
    return (
      <Notice icon={Users} title="No users found">
        Users will appear here once they register
      </Notice>
    );
  }
  return (
    <Notice
      icon={SearchX}
      title="No users found"
      action={
        <Button variant="secondary" onClick={onClear}>
          {isNarrowed ? 'Clear filters' : 'Clear search'}
        </Button>
      }
    >
      {isNarrowed ? (
        'No users match these filters.'
      ) : (
        <>
          No {SEARCHED_FOR} matches “<bdi>{q}</bdi>”.
        </>
      )}
    </Notice>
  );
}
