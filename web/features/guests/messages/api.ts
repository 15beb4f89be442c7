/** What staff ask the server for while they help a guest, beside prompts and redirects. */
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { toast, toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';
import { describeGuestFailure, type NewRedirect, useRedirectChanges } from '../../redirects/api.ts';
import { withLeftOut } from '../../redirects/left-out.ts';

/** Somebody else has begun to help since the page was told who does. No failure: the admin is asked about it. */
export const isClaimedByOther = (error: unknown) => error instanceof ApiError && error.id === 'claimed_by_other';

interface Stepping {
  guestId: string;
  stepIn: boolean;
}

export const useResendCode = () =>
  useMutation({
    // Without a network it fails at once: no guest gets a mail minutes later, when they have gone.
    networkMode: 'always',
    mutationFn: ({ guestId, stepIn }: Stepping) =>
      api('POST /api/admin/guests/:id/resend', { params: { id: guestId }, body: { stepIn } }),
    onSuccess: () => toastSuccess('Code Resent', 'A new code is on its way to the address that the guest entered.'),
    onError: (error) => {
      if (!isClaimedByOther(error))
        toastFailure('Resend Failed', error, 'The code could not be mailed again. Please try again.');
    },
  });

export const useClaimGuest = (onClaimed: () => void) =>
  useMutation({
    networkMode: 'always',
    mutationFn: ({ guestId, stepIn }: Stepping) =>
      api('POST /api/admin/guests/:id/claim', { params: { id: guestId }, body: { stepIn } }),
    onSuccess: onClaimed,
    onError: (error) => {
      if (!isClaimedByOther(error))
        toastFailure('Error', error, 'The others could not be told that you are helping. Please try again.');
    },
  });

export const useReleaseGuest = (onReleased: () => void) =>
  useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => api('DELETE /api/admin/guests/:id/claim', { params: { id } }),
    onSuccess: onReleased,
    onError: (error) =>
      toastFailure('Error', error, 'The others could not be told that you are done. Please try again.'),
  });

type GuestRedirect = Pick<NewRedirect, 'guestId' | 'guestIp' | 'stepIn' | 'destinationPath' | 'exit' | 'reason'>;

/** From the buttons beside a guest. The server knows the exit address of the settings. */
export function useRedirectGuest() {
  const { renew } = useRedirectChanges();
  return useMutation({
    // Without a network it fails at once: no guest is redirected minutes later, when they are somewhere else.
    networkMode: 'always',
    mutationFn: (redirect: GuestRedirect) =>
      api('POST /api/admin/redirects', { body: { ...redirect, isGuestRedirect: true } }),
    onSuccess: ({ leftOut }) => {
      const description = 'The guest will be redirected on their next page visit.';
      toastSuccess('Guest Redirect Created', withLeftOut(description, leftOut));
      renew();
    },
    onError: (error) => {
      if (!isClaimedByOther(error)) toast({ ...describeGuestFailure(error), variant: 'error' });
    },
  });
}
