import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { ApiError, isStepUpDeclined } from '../../../lib/api/api-error.ts';
import { makePasskey, PASSKEY_NOT_ADDED } from '../../../lib/passkey.ts';
import { toast, toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';

const ownFactorsKey = ['/api/auth/second-factor'];

export const useSecondFactors = () =>
  useQuery({ queryKey: ownFactorsKey, queryFn: () => api('GET /api/auth/second-factor') });

/** The answers are secret and must not stay in the cache. */
const forgotten = { gcTime: 0 } as const;

function useRefresh() {
  const queryClient = useQueryClient();
  return () => {
    // Not awaited: recovery codes are shown at once.
    queryClient.invalidateQueries({ queryKey: ownFactorsKey });
  };
}

export function useAddPasskey() {
  const onSettled = useRefresh();
  return useMutation({
    ...forgotten,
    mutationFn: async (name: string) => {
      const passkey = await makePasskey(await api('POST /api/auth/second-factor/passkeys/options'));
      return api('POST /api/auth/second-factor/passkeys', { body: { name, passkey } });
    },
    onError: (error) => {
      if (isStepUpDeclined(error)) return;
      // The browser's own message is for programmers.
      const description = error instanceof ApiError ? error.sentence : PASSKEY_NOT_ADDED;
      toast({ title: 'Passkey not added', description, variant: 'error' });
    },
    onSettled,
  });
}

export const useBeginApp = () =>
  useMutation({
    ...forgotten,
    mutationFn: () => api('POST /api/auth/second-factor/totp'),
    onError: (error) => toastFailure('App not added', error, 'Please try again'),
  });

export function useConfirmApp() {
  const onSettled = useRefresh();
  return useMutation({
    ...forgotten,
    mutationFn: (totp: string) => api('POST /api/auth/second-factor/totp/confirm', { body: { totp } }),
    onSettled,
  });
}

export function useRenamePasskey(id: string) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (name: string) => api('PATCH /api/auth/second-factor/passkeys/:id', { params: { id }, body: { name } }),
    onSuccess: () => toastSuccess('Passkey renamed'),
    onError: (error) => toastFailure('Passkey not renamed', error, 'Please try again'),
    onSettled,
  });
}

export function useRemoveFactor() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (factor: { passkey: string } | 'app') =>
      factor === 'app'
        ? api('DELETE /api/auth/second-factor/totp')
        : api('DELETE /api/auth/second-factor/passkeys/:id', { params: { id: factor.passkey } }),
    onSuccess: (_, factor) => toastSuccess(factor === 'app' ? 'App removed' : 'Passkey removed'),
    onError: (error) => toastFailure('Not removed', error, 'Please try again'),
    onSettled,
  });
}

export function useNewRecoveryCodes() {
  const onSettled = useRefresh();
  return useMutation({
    ...forgotten,
    mutationFn: () => api('POST /api/auth/second-factor/recovery-codes'),
    onError: (error) => toastFailure('No new recovery codes', error, 'Please try again'),
    onSettled,
  });
}
