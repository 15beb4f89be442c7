import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../../../contract/log/audit.ts';
import { api } from '../../../lib/api/api.ts';
import { apiFile, apiPage } from '../../../lib/api/api-admin.ts';
import { useListTotal } from '../../../lib/api/list-total.ts';
import { type PagedList, usePagedList } from '../../../lib/api/paged-list.ts';
import { type Filters, queryOf } from './filters.ts';

const LIMIT = 100;

export const useAuditList = (filters: Filters) =>
  usePagedList<AuditEntry>({
    queryKey: ['/api/admin/audit', queryOf(filters)],
    fetchPage: (cursor, signal) =>
      apiPage('GET /api/admin/audit', { query: { ...queryOf(filters), limit: LIMIT, cursor } }, signal),
  });

export type AuditListState = PagedList<AuditEntry>;

export const useAuditTotal = (list: AuditListState, filters: Filters) =>
  useListTotal(list, {
    queryKey: ['/api/admin/audit/count', queryOf(filters)],
    fetchCount: () => api('GET /api/admin/audit/count', { query: queryOf(filters) }),
  });

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

export const fetchAuditFile = (filters: Filters, signal: AbortSignal) =>
  apiFile('GET /api/admin/audit.csv', { query: queryOf(filters) }, signal);
