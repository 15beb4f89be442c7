import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../../../contract/log/audit.ts';
import { api } from '../../../lib/api/api.ts';
import { type PagedList, useListTotal, usePagedList } from '../../../lib/api/paged-list.ts';
import { type Filters, queryOf } from './filters.ts';

export const useAuditList = (filters: Filters) => usePagedList('GET /api/admin/audit', queryOf(filters));

export type AuditListState = PagedList<AuditEntry>;

export const useAuditTotal = (list: AuditListState, filters: Filters) =>
  useListTotal(list, 'GET /api/admin/audit/count', { query: queryOf(filters) });

export function useAuditPeople({ person, target }: Pick<Filters, 'person' | 'target'>) {
  const query = { person: person || undefined, target: target || undefined };
  const { data } = useQuery({
    queryKey: ['/api/admin/audit/people', query],
    queryFn: () => api('GET /api/admin/audit/people', { query }),
    placeholderData: keepPreviousData,
  });
  const people = [...(data?.staff ?? []), ...(data?.named ?? [])];
  return {
    staff: data?.staff ?? [],
    nameOf: (id: string) => people.find((each) => each.id === id)?.name ?? id,
  };
}
