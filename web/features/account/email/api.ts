import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EmailChange } from '../../../../contract/account/email.ts';
import type { CurrentUser } from '../../../../contract/auth/auth.ts';
import { api } from '../../../lib/api/api.ts';
import { currentUserKey } from '../../../lib/portal.ts';

const emailChangeKey = ['/api/auth/email-change'];

export interface WaitingChange extends EmailChange {
  endsAt: number;
}

const withEnd = (change: EmailChange): WaitingChange => ({ ...change, endsAt: Date.now() + change.remainingMs });

/** Refetched on opening: the user may have closed it to look for the email. */
export const useEmailChange = (isOpen: boolean) =>
  useQuery({
    queryKey: emailChangeKey,
    queryFn: async () => {
      const { waiting } = await api('GET /api/auth/email-change');
      return waiting && withEnd(waiting);
    },
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  });

export function useRequestEmailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api('POST /api/auth/email-change', { body: { email } }),
    onSuccess: (change) => queryClient.setQueryData(emailChangeKey, withEnd(change)),
  });
}

export function useConfirmEmailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => api('POST /api/auth/email-change/confirm', { body: { code } }),
    onSuccess: ({ email }) => {
      queryClient.setQueryData(emailChangeKey, null);
      queryClient.setQueryData<CurrentUser | null>(currentUserKey, (user) => user && { ...user, email });
    },
  });
}

export function useCancelEmailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /api/auth/email-change'),
    onSuccess: () => queryClient.setQueryData(emailChangeKey, null),
  });
}
