import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User, UserDetails, UserSession } from '../../../contract/users.ts';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { counted } from '../../ui/count.ts';
import { toast } from '../../ui/overlays/toast.ts';

const keyOf = (id: string, ...part: string[]) => ['/api/admin/users', id, ...part];

// Asked for whenever the panel opens, and forgotten when it closes: there can be a password in it.
const asked = { staleTime: 0, gcTime: 0 };

export const useUserDetails = (id: string) =>
  useQuery({
    ...asked,
    queryKey: keyOf(id, 'details'),
    queryFn: () => api('GET /api/admin/users/:id/details', { params: { id } }),
  });

export const useLoginHistory = (id: string) =>
  useQuery({
    ...asked,
    queryKey: keyOf(id, 'login-history'),
    queryFn: () => api('GET /api/admin/users/:id/login-history', { params: { id } }),
  });

export const useUserSessions = (id: string) =>
  useQuery({
    ...asked,
    queryKey: keyOf(id, 'sessions'),
    queryFn: () => api('GET /api/admin/users/:id/sessions', { params: { id } }),
  });

/** A change of status, role or password shows in every part of an open panel. */
export function refreshDetails(queryClient: QueryClient, id: string, changed?: User) {
  if (changed) {
    queryClient.setQueryData<UserDetails>(keyOf(id, 'details'), (known) => known && { ...known, ...changed });
  }
  return queryClient.invalidateQueries({ queryKey: keyOf(id) });
}

export function useEndSessions(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    /** Without a session: all of them. */
    mutationFn: async (session: UserSession | null) => {
      if (session === null) return (await api('DELETE /api/admin/users/:id/sessions', { params: { id } })).ended;
      await api('DELETE /api/admin/users/:id/sessions/:sessionId', { params: { id, sessionId: session.id } });
      return 1;
    },
    onSuccess: (ended) => {
      toast({ title: 'Success', description: `${counted(ended, 'session')} ended`, variant: 'success' });
    },
    onError: (error) =>
      toast({ title: 'Error', description: sentenceOf(error, 'Failed to end the session'), variant: 'error' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(id) }),
  });
}
