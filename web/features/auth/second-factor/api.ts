import { type UseMutationOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { ApiError, isStepUpDeclined } from '../../../lib/api/api-error.ts';
import { messages } from '../../../lib/messages.ts';
import { makePasskey } from '../../../lib/passkey.ts';
import { currentUserKey } from '../../../lib/portal.ts';
import { toast, toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';

const ownFactorsKey = ['/api/auth/second-factor'];

const failed = (title: string, error: unknown) => toastFailure(title, error, messages().shared.pleaseTryAgain);

export const useSecondFactors = () =>
  useQuery({ queryKey: ownFactorsKey, queryFn: () => api('GET /api/auth/second-factor') });

/** Some answers (recovery codes) are secret and must not stay in the cache. */
function useFactorChange<Answer, Input = void>(change: UseMutationOptions<Answer, Error, Input>) {
  const queryClient = useQueryClient();
  return useMutation({
    ...change,
    gcTime: 0,
    // Not awaited, so that recovery codes show at once.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ownFactorsKey });
      void queryClient.invalidateQueries({ queryKey: currentUserKey });
    },
  });
}

export const useAddPasskey = () =>
  useFactorChange({
    mutationFn: async (name: string) => {
      const passkey = await makePasskey(await api('POST /api/auth/second-factor/passkeys/options'));
      return api('POST /api/auth/second-factor/passkeys', { body: { name, passkey } });
    },
    onError: (error) => {
      if (isStepUpDeclined(error)) return;
      // Browsers write their error messages for programmers.
      const { title, text } = messages().account.passkey.notAdded;
      toast({ title, description: error instanceof ApiError ? error.sentence : text, variant: 'error' });
    },
  });

export const useBeginApp = () =>
  useFactorChange({
    mutationFn: () => api('POST /api/auth/second-factor/totp'),
    onError: (error) => failed(messages().account.app.notAdded, error),
  });

export const useConfirmApp = () =>
  useFactorChange({
    mutationFn: (totp: string) => api('POST /api/auth/second-factor/totp/confirm', { body: { totp } }),
  });

export const useRenamePasskey = (id: string) =>
  useFactorChange({
    mutationFn: (name: string) => api('PATCH /api/auth/second-factor/passkeys/:id', { params: { id }, body: { name } }),
    onSuccess: () => toastSuccess(messages().account.passkey.renamed),
    onError: (error) => failed(messages().account.passkey.notRenamed, error),
  });

export const useRemoveFactor = () =>
  useFactorChange({
    mutationFn: (factor: { passkey: string } | 'app') =>
      factor === 'app'
        ? api('DELETE /api/auth/second-factor/totp')
        : api('DELETE /api/auth/second-factor/passkeys/:id', { params: { id: factor.passkey } }),
    onSuccess: (_, factor) => {
      const { appRemoved, passkeyRemoved } = messages().account.removeFactor;
      toastSuccess(factor === 'app' ? appRemoved : passkeyRemoved);
    },
    onError: (error) => failed(messages().account.removeFactor.notRemoved, error),
  });

export const useNewRecoveryCodes = () =>
  useFactorChange({
    mutationFn: () => api('POST /api/auth/second-factor/recovery-codes'),
    onError: (error) => failed(messages().account.recoveryCodes.notMade, error),
  });
