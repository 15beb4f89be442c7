import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PagedList } from '../../lib/api/paged-list.ts';
import { Button } from '../button.tsx';
import { countedTotal } from '../count.ts';
import { SearchBox } from '../fields/search-box.tsx';
import { toastFailure } from '../overlays/toast.ts';
import { Tooltip } from '../overlays/tooltip.tsx';

interface ListTotalProps {
  list: PagedList;
  total: { count: number; more: boolean } | undefined;
  thing: string;
  things?: string;
}

export const ListTotal = ({ list, total, thing, things }: ListTotalProps) => (
  <p role="status" className="text-13 text-muted tabular-nums">
    {list.items.length > 0 && !list.isPlaceholderData && total && countedTotal(total, thing, things)}
  </p>
);

export interface ListToolbarProps extends ListTotalProps {
  label: string;
  placeholder: string;
  q: string;
  onSearch: (q: string) => void;
  children: ReactNode;
}

export const ListToolbar = ({ label, placeholder, q, onSearch, children, ...counted }: ListToolbarProps) => (
  <div className="-mx-4 -mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 bg-surface px-4 py-4 md:sticky md:top-16 md:z-10 lg:-mx-8 lg:-mt-8 lg:px-8">
    <SearchBox
      label={label}
      placeholder={placeholder}
      value={q}
      onSearch={onSearch}
      busy={counted.list.isPlaceholderData || (q !== '' && counted.list.isFetchingNextPage)}
    />
    <ListTotal {...counted} />
    {children}
  </div>
);

export function RefreshButton({ list, onClick }: { list: PagedList; onClick?: () => void }) {
  const pending = list.isRefetching && !list.isPlaceholderData;
  const refresh = async () => {
    onClick?.();
    const { error } = await list.refetch();
    if (error) toastFailure('Error', error, "Can't refresh the list");
  };
  return (
    <Tooltip text="Refresh" side="top">
      <Button variant="ghost" pending={pending} aria-label="Refresh" onClick={refresh} className="px-2.5!">
        {!pending && <RefreshCw size={16} aria-hidden />}
      </Button>
    </Tooltip>
  );
}
