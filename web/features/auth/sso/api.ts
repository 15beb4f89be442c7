import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SsoState } from '../../../../contract/auth/sso.ts';
import { api } from '../../../lib/api/api.ts';
import { toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';

const ssoKey = ['/api/auth/sso'];

export const useSsoState = () => useQuery({ queryKey: ssoKey, queryFn: () => api('GET /api/auth/sso') });

export const useLinkSso = () =>
  useMutation({
    mutationFn: () => api('POST /api/auth/sso/link'),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toastFailure('Single sign-on not linked', error, 'Please try again'),
  });

export function useUnlinkSso() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /api/auth/sso/link'),
    onSuccess: () => {
      queryClient.setQueryData<SsoState>(ssoKey, (state) => state && { ...state, linkedAt: null, usedAt: null });
      toastSuccess('Single sign-on unlinked');
    },
    onError: (error) => toastFailure('Single sign-on not unlinked', error, 'Please try again'),
  });
}
