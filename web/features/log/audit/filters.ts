import type { AuditKind } from '../../../../contract/log/activity.rules.ts';
import type { AuditQuery } from '../../../../contract/log/audit.ts';
import { type Days, instantsOf, parseDay } from '../../../lib/days.ts';
import { urlFilters, type WholeQuery } from '../../../lib/url/url-filters.ts';
import { isKind } from './kinds.ts';

export interface Filters extends Days {
  person: string;
  kind: AuditKind | '';
  target: string;
}

const idIn = (text: string) => (/^[\w:-]{1,100}$/.test(text) ? text : '');

const filters = urlFilters<Filters>({
  person: idIn,
  kind: (text) => (isKind(text) ? text : ''),
  target: idIn,
  from: parseDay,
  to: parseDay,
});
export const { none: NO_FILTERS, filtersOf, isFiltered, use: useFilters } = filters;

export const auditPath = (chosen: Partial<Filters>) => `/admin/audit?${filters.paramsOf({ ...NO_FILTERS, ...chosen })}`;

export const queryOf = ({ person, kind, target, ...days }: Filters): WholeQuery<AuditQuery> => ({
  person: person || undefined,
  kind: kind || undefined,
  target: target || undefined,
  ...instantsOf(days),
});
