import { CircleAlert, SearchX, Users } from 'lucide-react';
import { sentenceOf } from '../../lib/api-error.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import type { UserListState } from './list-query.ts';
import type { RowsProps } from './rows-props.ts';
import { UserCards } from './user-cards.tsx';
import { UsersSkeleton } from './users-skeleton.tsx';
import { UsersTable } from './users-table.tsx';

interface UserListProps extends RowsProps {
  q: string;
  onClearSearch: () => void;
}

export function UserList({ q, onClearSearch, ...rows }: UserListProps) {
  const { list } = rows;
  const wide = useMediaQuery('(min-width: 768px)');
  if (list.isPending) return <UsersSkeleton />;
  if (!list.data) return <LoadFailure list={list} />;
  if (list.users.length === 0 && !list.hasNextPage && !list.isFetching) {
    return <NoUsers q={q} onClearSearch={onClearSearch} />;
  }
  const Rows = wide ? UsersTable : UserCards;
  return (
    <div className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}>
      <Rows {...rows} />
      <ListEnd list={list} q={q} />
    </div>
  );
}

const LoadFailure = ({ list }: { list: UserListState }) => (
  <Notice
    icon={CircleAlert}
    title="Failed to load users"
    action={
      <Button variant="secondary" pending={list.isFetching} onClick={() => list.refetch()}>
        Try again
      </Button>
    }
  >
    {sentenceOf(list.error, 'Please try refreshing the page')}
  </Notice>
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

/** What is still to come, below the last row. */
function ListEnd({ list, q }: { list: UserListState; q: string }) {
  if (list.isFetchNextPageError) {
    return (
      <p className="py-4 text-center text-13 text-muted">
        {sentenceOf(list.error, 'More users could not be loaded.')}{' '}
        <TextButton pending={list.isFetching} onClick={() => list.fetchNextPage()}>
          Try again
        </TextButton>
      </p>
    );
  }
  if (!list.hasNextPage && !(list.isPlaceholderData && list.users.length === 0)) return null;
  return (
    <p className="flex h-14 animate-late items-center justify-center gap-2 text-13 text-muted">
      <Spinner />
      {q ? 'Searching…' : 'Loading more users…'}
    </p>
  );
}
