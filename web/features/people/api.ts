import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useHistoryState } from 'wouter/use-browser-location';
import { api, type Options } from '../../lib/api/api.ts';
import { apiWithLongTimeout } from '../../lib/api/api-admin.ts';
import { personOf } from '../../lib/person-state.ts';
import { usePortal } from '../../lib/portal.ts';
import { personReport } from './person-report.ts';
import { saveJson, savePage } from './save-file.ts';

export const useSearchedPerson = () => personOf(useHistoryState());

const PEOPLE = '/api/admin/people';
const searchKey = (email: string) => [PEOPLE, email];
const holdsKey = [PEOPLE, 'holds'];

export const usePerson = (email: string) =>
  useQuery({
    queryKey: searchKey(email),
    queryFn: () => api('POST /api/admin/people/search', { body: { email } }),
    // Personal data must not stay in memory longer than it is shown.
    gcTime: 0,
  });

export const useHolds = () =>
  useQuery({ queryKey: holdsKey, queryFn: () => api('GET /api/admin/people/holds'), gcTime: 0 });

export type FileKind = 'html' | 'json';

export function useDownload(email: string, kind: FileKind) {
  const { organisation } = usePortal();
  return useMutation({
    mutationFn: async () => {
      const data = await apiWithLongTimeout('POST /api/admin/people/export', { body: { email } });
      if (kind === 'json') saveJson(data);
      else savePage(personReport(data, organisation));
      return { isCut: data.sections.some(({ isCut }) => isCut) };
    },
  });
}

export function useErasePerson() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => apiWithLongTimeout('POST /api/admin/people/erase', { body: { email } }),
    // Renews every list, because the person may be in any. The page itself shows the result of the erasure.
    onSuccess: () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PEOPLE }),
  });
}

function useHoldChange<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => queryClient.invalidateQueries({ queryKey: [PEOPLE] }) });
}

export const useSetHold = () =>
  useHoldChange((body: Options<'POST /api/admin/people/hold'>['body']) => api('POST /api/admin/people/hold', { body }));

export const useEndHold = () =>
  useHoldChange((email: string) => api('DELETE /api/admin/people/hold', { body: { email } }));
