import { ScrollText } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import type { PagedList } from '../../../lib/api/paged-list.ts';
import { Skeleton, TableSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { ListFrame } from '../../../ui/rows/list-frame.tsx';
import { NoRows } from '../../../ui/rows/no-rows.tsx';
import { type Column, TableOrCards } from '../../../ui/rows/virtual-table.tsx';
import { ActivityCard, ActivityRow, CARD_REM, type SecondLineOf } from './activity-row.tsx';
import type { ActivityListState } from './api.ts';
import { type Filters, isFiltered } from './filters.ts';
import { foldCodes, type Line, toggled, unfolded } from './fold-codes.ts';

const TwoLines = () => (
  <div className="flex flex-1 flex-col gap-1.5">
    <Skeleton className="h-3 w-36 max-w-full" />
    <Skeleton className="h-2.5 w-24 max-w-full" />
    <Skeleton className="h-2.5 w-52 max-w-full md:hidden" />
  </div>
);

const COLUMNS: readonly Column[] = [
  {
    name: 'Activity',
    skeleton: (
      <>
        <Skeleton className="size-4 shrink-0 rounded-small!" />
        <TwoLines />
      </>
    ),
  },
  { name: 'User', width: 'w-40 xl:w-44', skeleton: <TwoLines /> },
  { name: 'Location and device', width: 'w-40 xl:w-44', skeleton: <TwoLines /> },
  { name: 'Time', width: 'w-24 lg:w-28', align: 'text-end', skeleton: <TwoLines /> },
];

interface EntryListProps {
  list: PagedList<ActivityEntry>;
  label: string;
  loading: string;
  failure: string;
  empty: ReactNode;
  loadingMore?: string | undefined;
  headingTop: string;
  secondLine?: SecondLineOf;
  onOpen: (entry: ActivityEntry) => void;
}

export function EntryList(props: EntryListProps) {
  const { list, label, loading, headingTop, secondLine, onOpen, ...frame } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const folded = useMemo(() => foldCodes(list.items), [list.items]);
  const lines = useMemo(() => unfolded(folded, open), [folded, open]);
  const toggle = useCallback((line: Line) => setOpen((before) => toggled(before, line)), []);
  const rowProps = (line: Line, index: number) => ({ line, index, secondLine, onOpen, onToggle: toggle });
  return (
    <ListFrame {...frame} list={list} skeleton={<TableSkeleton label={loading} columns={COLUMNS} cardHeight="h-26" />}>
      <TableOrCards
        label={label}
        list={list}
        rows={lines}
        columns={COLUMNS}
        headingTop={headingTop}
        cardRem={CARD_REM}
        renderRow={(line, index) => <ActivityRow {...rowProps(line, index)} />}
        renderCard={(line, index) => <ActivityCard {...rowProps(line, index)} />}
      />
    </ListFrame>
  );
}

interface ActivityListProps {
  list: ActivityListState;
  filters: Filters;
  onOpen: (entry: ActivityEntry) => void;
  onClear: () => void;
}

export const ActivityList = ({ list, filters, onOpen, onClear }: ActivityListProps) => (
  <EntryList
    list={list}
    label="Activity"
    loading="Loading activity…"
    failure="Couldn't load the activity"
    empty={
      <NoRows
        icon={ScrollText}
        title="No activity logs found"
        days={filters}
        isFiltered={isFiltered(filters)}
        onClear={onClear}
      >
        Sign-ins, page views and staff actions will appear here.
      </NoRows>
    }
    loadingMore={filters.q.trim() === '' ? undefined : 'Searching…'}
    headingTop="top-44"
    onOpen={onOpen}
  />
);
