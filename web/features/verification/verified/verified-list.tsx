import { BadgeCheck } from 'lucide-react';
import type { VerifiedAddress } from '../../../../contract/verification/verified.ts';
import { Skeleton, TableSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { ListFrame } from '../../../ui/rows/list-frame.tsx';
import { LiveRows, useLiveRows } from '../../../ui/rows/live-rows.tsx';
import { NoRows } from '../../../ui/rows/no-rows.tsx';
import { VirtualList } from '../../../ui/rows/virtual-list.tsx';
import { type Column, VirtualTable } from '../../../ui/rows/virtual-table.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import type { VerifiedListState } from './api.ts';
import { type Filters, isFiltered } from './filters.ts';
import { CARD_REM, VerifiedCard, VerifiedRow } from './row.tsx';

const Line = ({ width }: { width: string }) => <Skeleton className={`h-3 max-w-full ${width}`} />;

const COLUMNS: readonly Column[] = [
  {
    name: 'Address',
    skeleton: (
      <>
        <Skeleton className="size-4 shrink-0 rounded-small!" />
        <div className="flex flex-1 flex-col gap-1.5">
          <Line width="w-48" />
          <Skeleton className="h-2.5 w-32 max-w-full md:hidden" />
        </div>
      </>
    ),
  },
  { name: 'Gate subject', width: 'w-40 xl:w-56', skeleton: <Line width="w-28" /> },
  { name: 'Help', width: 'w-36 xl:w-40', skeleton: <Line width="w-20" /> },
  { name: 'Took', width: 'w-24', align: 'text-right', skeleton: <Line width="ml-auto w-12" /> },
  { name: 'Verified', width: 'w-24 lg:w-28', align: 'text-right', skeleton: <Line width="ml-auto w-14" /> },
];

const idOf = ({ id }: VerifiedAddress) => id;

interface VerifiedListProps {
  list: VerifiedListState;
  filters: Filters;
  onOpen: (address: VerifiedAddress) => void;
  onClear: () => void;
}

export function VerifiedList({ list, filters, onOpen, onClear }: VerifiedListProps) {
  const isTable = useMediaQuery('(min-width: 768px)');
  const live = useLiveRows(list.items, { idOf, isReady: !list.isPending && !list.isPlaceholderData });
  const rows = { label: 'Verified addresses', list, rows: live.rows };
  const rowProps = (address: VerifiedAddress, index: number) => ({
    address,
    index,
    isNew: live.isNew(address.id),
    onOpen,
  });
  return (
    <ListFrame
      list={list}
      skeleton={<TableSkeleton label="Loading verified addresses…" columns={COLUMNS} cardHeight="h-16" />}
      failure="Failed to load the verified addresses"
      empty={
        <NoRows
          icon={BadgeCheck}
          title="No verified addresses yet"
          filteredTitle="No verified addresses found"
          days={filters}
          isFiltered={isFiltered(filters)}
          onClear={onClear}
        >
          An address appears here as soon as a guest has entered the right code.
        </NoRows>
      }
      loadingMore={filters.q.trim() === '' ? undefined : 'Searching…'}
    >
      <LiveRows live={live} where="verified addresses" scrollMargin="scroll-mt-44" pillTop="top-20 md:top-47">
        {isTable ? (
          <VirtualTable
            {...rows}
            columns={COLUMNS}
            headingTop="top-44"
            renderRow={(address, index) => <VerifiedRow {...rowProps(address, index)} />}
          />
        ) : (
          <VirtualList
            {...rows}
            heightRem={CARD_REM}
            className="-mx-4 border-line border-t"
            renderRow={(address, index) => <VerifiedCard {...rowProps(address, index)} />}
          />
        )}
      </LiveRows>
    </ListFrame>
  );
}
