import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { ApiError, isStepUpDeclined } from '../../../lib/api/api-error.ts';
import { makePasskey, PASSKEY_NOT_ADDED } from '../../../lib/passkey.ts';
import { toast, toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';

const ownFactorsKey = ['/api/auth/second-factor'];

export const useSecondFactors = () =>
  useQuery({ queryKey: ownFactorsKey, queryFn: () => api('GET /api/auth/second-factor') });

/** What these calls answer is secret: it is forgotten as soon as nothing shows it any more. */
const forgotten = { gcTime: 0 } as const;

function useRefresh() {
  const queryClient = useQueryClient();
  return () => {
    // Not waited for: recovery codes are shown at once, whatever becomes of the list.
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
      // What the browser says of it is for programmers.
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

/** A wrong code is told at its field. */
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

/** A passkey by its id, or the app. */
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
