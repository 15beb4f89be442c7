import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserSession } from '../../../../contract/users/users.ts';
import { api } from '../../../lib/api/api.ts';
import { messages } from '../../../lib/messages.ts';
import { toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';

const ownSessionsKey = ['/api/auth/sessions'];

/** Refetched on focus: the user may have signed in on another device meanwhile. */
export const useOwnSessions = () =>
  useQuery({
    queryKey: ownSessionsKey,
    queryFn: () => api('GET /api/auth/sessions'),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

export function useEndOwnSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (which: UserSession | 'others') => {
      if (which === 'others') return (await api('DELETE /api/auth/sessions')).ended;
      await api('DELETE /api/auth/sessions/:id', { params: { id: which.id } });
      return 1;
    },
    onSuccess: (ended) => {
      const { title, text } = messages().account.sessions.ended;
      toastSuccess(title, text(ended));
    },
    onError: (error) => toastFailure(messages().account.sessions.notEnded, error, messages().shared.pleaseTryAgain),
    // After a failure too: the session may have ended meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownSessionsKey }),
  });
}
