import { BadgeCheck } from 'lucide-react';
import type { VerifiedEmail } from '../../../../contract/verification/verified.ts';
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { ListFrame } from '../../../ui/rows/list-frame.tsx';
import { LiveRows, useLiveRows } from '../../../ui/rows/live-rows.tsx';
import { NoRows } from '../../../ui/rows/no-rows.tsx';
import { TableOrCards } from '../../../ui/rows/virtual-table.tsx';
import type { VerifiedListState } from './api.ts';
import { type Filters, isFiltered } from './filters.ts';
import { CARD_REM, COLUMNS, VerifiedCard, VerifiedRow } from './row.tsx';

const idOf = ({ id }: VerifiedEmail) => id;

interface VerifiedListProps {
  list: VerifiedListState;
  filters: Filters;
  onOpen: (address: VerifiedEmail) => void;
  onClear: () => void;
}

export function VerifiedList({ list, filters, onOpen, onClear }: VerifiedListProps) {
  const live = useLiveRows(list.items, { idOf, isReady: !list.isPending && !list.isPlaceholderData });
  const rowProps = (address: VerifiedEmail, index: number) => ({
    address,
    index,
    isNew: live.isNew(address.id),
    onOpen,
  });
  return (
    <ListFrame
      list={list}
      skeleton={<TableSkeleton label="Loading verified addresses…" columns={COLUMNS} cardHeight="h-16" />}
      failure="Couldn't load the verified addresses"
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
        <TableOrCards
          label="Verified addresses"
          list={list}
          rows={live.rows}
          columns={COLUMNS}
          headingTop="top-44"
          cardRem={CARD_REM}
          renderRow={(address, index) => <VerifiedRow {...rowProps(address, index)} />}
          renderCard={(address, index) => <VerifiedCard {...rowProps(address, index)} />}
        />
      </LiveRows>
    </ListFrame>
  );
}
