import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { isSignedOut } from '../../lib/api-error.ts';
import { usePortal } from '../../lib/portal.ts';
import { toast } from '../../ui/toast.ts';

const CURRENT_USER_FRESH_MS = 5 * 60_000;
const LOGOUT_DELAY = 500;

/** Who is signed in; null when the session has ended. */
export function useCurrentUser() {
  const { user } = usePortal();
  return useQuery({
    queryKey: ['/api/auth/user'],
    queryFn: () =>
      api('GET /api/auth/user').catch((error: unknown) => {
        if (isSignedOut(error)) return null;
        throw error;
      }),
    initialData: user,
    staleTime: CURRENT_USER_FRESH_MS,
  });
}

export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /api/auth/logout'),
    onSuccess: () => {
      toast({ title: 'Logged out successfully', variant: 'success', acrossPages: true });
      queryClient.clear();
      setTimeout(() => location.assign('/admin/login'), LOGOUT_DELAY);
    },
    onError: () => toast({ title: 'Logout failed', description: 'Please try again', variant: 'error' }),
  });
}
