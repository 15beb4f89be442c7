import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserSession } from '../../../../contract/users/users.ts';
import { api } from '../../../lib/api/api.ts';
import { counted } from '../../../ui/count.ts';
import { toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';

const ownSessionsKey = ['/api/auth/sessions'];

/** Asked again by whoever comes back to the page: they may have signed in on another device to see it here. */
export const useOwnSessions = () =>
  useQuery({
    queryKey: ownSessionsKey,
    queryFn: () => api('GET /api/auth/sessions'),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** One, or all but this one. */
export function useEndOwnSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (which: UserSession | 'others') => {
      if (which === 'others') return (await api('DELETE /api/auth/sessions')).ended;
      await api('DELETE /api/auth/sessions/:id', { params: { id: which.id } });
      return 1;
    },
    onSuccess: (ended) => toastSuccess('Signed out', `${counted(ended, 'session')} ended. You stay signed in here.`),
    onError: (error) => toastFailure('Not signed out', error, 'Please try again'),
    // Also after a failure: somebody else may have ended it in the meantime.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownSessionsKey }),
  });
}
