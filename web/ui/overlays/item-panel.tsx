import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../lib/api/api-error.ts';
import { buttonClass, compactClass } from '../button.tsx';
import { LoadFailure, Notice } from '../feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../feedback/skeleton.tsx';
import { SidePanel } from './side-panel.tsx';

interface ItemPanelProps<Item> {
  title: string;
  query: {
    data: Item | undefined;
    error: unknown;
    isPending: boolean;
    isLoadingError: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  loading: string;
  failure: string;
  gone: { title: string; why: string };
  footer: (item: Item) => ReactNode;
  onClose: () => void;
  children: (item: Item) => ReactNode;
}

/** Shows one row of a list. A shared URL opens it too, so the row may be gone. */
export function ItemPanel<Item>(props: ItemPanelProps<Item>) {
  const { title, query, loading, failure, gone, footer, onClose, children } = props;
  const { data: item, error } = query;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <SidePanel title={title} onClose={onClose} footer={item && footer(item)}>
      {item && children(item)}
      {query.isPending && (
        <RowsSkeleton label={loading} count={7} className="flex flex-col gap-3 px-5 py-6" rowClass="h-4">
          <Skeleton className="h-full" />
        </RowsSkeleton>
      )}
      {query.isLoadingError &&
        (isGone ? (
          <Notice icon={SearchX} title={gone.title}>
            {gone.why}
          </Notice>
        ) : (
          <LoadFailure title={failure} query={query} />
        ))}
    </SidePanel>
  );
}

export const PanelLink = ({ href, state, children }: { href: string; state?: object; children: string }) => (
  <Link href={href} state={state} className={`${buttonClass('secondary')} ${compactClass}`}>
    {children}
  </Link>
);
