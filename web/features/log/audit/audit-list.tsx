import { FileClock } from 'lucide-react';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import type { AuditEntry } from '../../../../contract/log/audit.ts';
import { NoRows } from '../../../ui/rows/no-rows.tsx';
import { EntryList } from '../activity/activity-list.tsx';
import { changedValues } from '../activity/details.ts';
import type { AuditListState } from './api.ts';
import { type Filters, isFiltered } from './filters.ts';
import { isKind, kindLabel } from './kinds.ts';

interface AuditListProps {
  list: AuditListState;
  filters: Filters;
  onOpen: (entry: ActivityEntry) => void;
  onClear: () => void;
}

export const AuditList = ({ list, filters, onOpen, onClear }: AuditListProps) => (
  <EntryList
    list={list}
    label="Audit trail"
    loading="Loading the audit trail…"
    failure="Couldn't load the audit trail"
    empty={
      <NoRows
        icon={FileClock}
        title="Nothing in the audit trail"
        days={filters}
        isFiltered={isFiltered(filters)}
        onClear={onClear}
      >
        Staff actions will appear here.
      </NoRows>
    }
    headingTop="top-16"
    secondLine={BeforeAndAfter}
    onOpen={onOpen}
  />
);

function BeforeAndAfter({ entry }: { entry: ActivityEntry }) {
  const changed = changedValues(entry.details);
  if (changed.length === 0) {
    const { kind } = entry as AuditEntry;
    return <span className="truncate text-12 text-muted">{isKind(kind) ? kindLabel(kind) : kind}</span>;
  }
  return (
    <span className="truncate text-12 text-muted">
      {changed.map(({ name, label, values }, index) => (
        <span key={name}>
          {index > 0 && ' · '}
          {label}: {values === null ? 'changed' : <Values {...values} />}
        </span>
      ))}
    </span>
  );
}

const Values = ({ from, to }: { from: string; to: string }) => (
  <>
    <bdi>{from || 'empty'}</bdi>
    <span className="sr-only"> became </span>
    <span aria-hidden> → </span>
    <bdi>{to || 'empty'}</bdi>
  </>
);
