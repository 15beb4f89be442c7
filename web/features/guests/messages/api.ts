/** What staff ask the server for when they send a guest a message. */
import { useMutation } from '@tanstack/react-query';
import { MESSAGES, type MessageName, type PromptKind } from '../../../../contract/guests/messages.rules.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { toast, toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';
import { describeGuestFailure, useRedirectChanges } from '../../redirects/api.ts';
import { withLeftOut } from '../../redirects/left-out.ts';
import { messageButtons } from './buttons.ts';

/** Another helper has been assigned since the page was told who is. No failure: the admin is asked about it. */
export const isAssignedToOther = (error: unknown) => error instanceof ApiError && error.id === 'assigned_to_other';

interface NewMessage {
  message: MessageName;
  /** One browser. Without it: every browser of the address. */
  guestId?: string | undefined;
  guestIp: string;
  stepIn: boolean;
}

const promptSent: Record<PromptKind, readonly [title: string, description: string]> = {
  email: ['Email Prompt Sent', 'Guest will see the email entry prompt on their screen.'],
  code: ['Code Prompt Sent', 'Guest will see the verification code prompt on their screen.'],
};

async function send({ message, guestId, guestIp, stepIn }: NewMessage): Promise<void> {
  const { kind, prompt, target } = MESSAGES[message];
  if (kind === 'resend') {
    await api('POST /api/admin/guests/:id/resend', { params: { id: guestId ?? '' }, body: { stepIn } });
    toastSuccess('Code Resent', 'A new code is on its way to the address that the guest entered.');
    return;
  }
  const to = { ...(guestId && { guestId }), guestIp, ...(stepIn && { stepIn }) };
  if (kind === 'prompt') {
    const { leftOut } = await api('POST /api/admin/guest-prompt', { body: { ...to, prompt } });
    const [title, description] = promptSent[prompt];
    toastSuccess(title, withLeftOut(description, leftOut));
    return;
  }
  const { reason } = messageButtons[message];
  const where = kind === 'exit' ? { exit: true } : { destinationPath: target };
  const body = { ...to, ...where, reason, isGuestRedirect: true };
  const { leftOut } = await api('POST /api/admin/redirects', { body });
  const description = 'The guest will be redirected on their next page visit.';
  toastSuccess('Guest Redirect Created', withLeftOut(description, leftOut));
}

function tellFailure(message: MessageName, error: unknown): void {
  const { kind } = MESSAGES[message];
  if (isAssignedToOther(error)) return;
  if (kind === 'resend') toastFailure('Resend Failed', error, 'The code could not be mailed again. Please try again.');
  else if (kind === 'prompt') toastFailure('Prompt Failed', error, 'The prompt could not be sent. Please try again.');
  else toast({ ...describeGuestFailure(error), variant: 'error' });
}

export function useSendRequest() {
  const { renew } = useRedirectChanges();
  return useMutation({
    // Without a network it fails at once: no guest gets a message minutes later, when they are somewhere else.
    networkMode: 'always',
    mutationFn: send,
    onSuccess: renew,
    onError: (error, { message }) => tellFailure(message, error),
  });
}

interface Assignment {
  guestId: string;
  stepIn: boolean;
}

export const useAssignGuest = (onAssigned: () => void) =>
  useMutation({
    networkMode: 'always',
    mutationFn: ({ guestId, stepIn }: Assignment) =>
      api('POST /api/admin/guests/:id/claim', { params: { id: guestId }, body: { stepIn } }),
    onSuccess: onAssigned,
    onError: (error) => {
      if (!isAssignedToOther(error))
        toastFailure('Error', error, 'The others could not be told that you are helping. Please try again.');
    },
  });

export const useUnassignGuest = (onUnassigned: () => void) =>
  useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => api('DELETE /api/admin/guests/:id/claim', { params: { id } }),
    onSuccess: onUnassigned,
    onError: (error) =>
      toastFailure('Error', error, 'The others could not be told that you are done. Please try again.'),
  });
