import { X } from 'lucide-react';
import { AUDIT_CSV } from '../../../../contract/log/audit-csv.rules.ts';
import { apiFile } from '../../../lib/api/api-admin.ts';
import { DayRange } from '../../../ui/fields/day-field.tsx';
import { SelectField } from '../../../ui/fields/select.tsx';
import { ListTotal } from '../../../ui/rows/list-toolbar.tsx';
import { ListActions, ResetButton } from '../../../ui/rows/log-toolbar.tsx';
import { formatDay } from '../../../ui/time/format.ts';
import { type AuditListState, useAuditPeople, useAuditTotal } from './api.ts';
import { type Filters, isFiltered, NO_FILTERS, queryOf } from './filters.ts';
import { KindField } from './kind-field.tsx';
import { kindLabel } from './kinds.ts';
import { TargetField } from './target-field.tsx';

const COUNTED = { thing: 'entry', things: 'entries' };

interface AuditToolbarProps {
  list: AuditListState;
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
}

export function AuditToolbar({ list, filters, onChange }: AuditToolbarProps) {
  const people = useAuditPeople(filters);
  const staff = people.staff.map(({ id, name }) => ({ value: id, label: name }));
  const isListed = filters.person === '' || staff.some(({ value }) => value === filters.person);
  const chosen = isListed ? [] : [{ value: filters.person, label: people.nameOf(filters.person) }];
  return (
    <section aria-label="Filters" className="mb-4 flex flex-col gap-4">
      <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-2">
        <SelectField
          label="Person"
          value={filters.person}
          onChange={(person) => onChange({ person })}
          groups={[[{ value: '', label: 'Anyone' }], [...staff, ...chosen]].filter((group) => group.length > 0)}
        />
        <KindField value={filters.kind} onChange={(kind) => onChange({ kind })} />
        <TargetField
          value={filters.target}
          name={people.nameOf(filters.target)}
          onChange={(target) => onChange({ target })}
        />
        <div>
          <DayRange from={filters.from} to={filters.to} onChange={onChange} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ListTotal list={list} total={useAuditTotal(list, filters)} {...COUNTED} />
        {isFiltered(filters) && <Chips filters={filters} nameOf={people.nameOf} onChange={onChange} />}
        <ListActions
          list={list}
          file={{
            name: 'audit',
            columns: AUDIT_CSV,
            fetchAll: (signal) => apiFile('GET /api/admin/audit.csv', { query: queryOf(filters) }, signal),
          }}
          {...COUNTED}
        />
      </div>
    </section>
  );
}

interface ChipsProps extends Pick<AuditToolbarProps, 'filters' | 'onChange'> {
  nameOf: (id: string) => string;
}

function Chips({ filters, nameOf, onChange }: ChipsProps) {
  const { person, kind, target, from, to } = filters;
  const chips: { name: keyof Filters; text: string }[] = [
    { name: 'person', text: person && `By ${nameOf(person)}` },
    { name: 'kind', text: kind && kindLabel(kind) },
    { name: 'target', text: target && `About ${nameOf(target)}` },
    { name: 'from', text: from && `From ${formatDay(from)}` },
    { name: 'to', text: to && `To ${formatDay(to)}` },
  ];
  return (
    <fieldset aria-label="Chosen filters" className="flex min-w-0 flex-wrap items-center gap-2">
      {chips
        .filter(({ text }) => text !== '')
        .map(({ name, text }) => (
          <button
            key={name}
            type="button"
            aria-label={`Remove filter: ${text}`}
            onClick={() => onChange({ [name]: '' })}
            className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border border-accent bg-accent-soft px-2.5 text-13 font-medium text-accent-ink"
          >
            <bdi className="truncate">{text}</bdi>
            <X size={14} className="shrink-0" aria-hidden />
          </button>
        ))}
      <ResetButton onClick={() => onChange(NO_FILTERS)} />
    </fieldset>
  );
}
