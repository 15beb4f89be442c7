import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SsoState } from '../../../../contract/auth/sso.ts';
import { api } from '../../../lib/api/api.ts';
import { messages } from '../../../lib/messages.ts';
import { toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';

const ssoKey = ['/api/auth/sso'];

const failed = (title: string, error: unknown) => toastFailure(title, error, messages().shared.pleaseTryAgain);

export const useSsoState = () => useQuery({ queryKey: ssoKey, queryFn: () => api('GET /api/auth/sso') });

export const useLinkSso = () =>
  useMutation({
    mutationFn: () => api('POST /api/auth/sso/link'),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => failed(messages().account.sso.notLinked, error),
  });

export function useUnlinkSso() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /api/auth/sso/link'),
    onSuccess: () => {
      queryClient.setQueryData<SsoState>(ssoKey, (state) => state && { ...state, linkedAt: null, usedAt: null });
      toastSuccess(messages().account.sso.unlinked);
    },
    onError: (error) => failed(messages().account.sso.notUnlinked, error),
  });
}
