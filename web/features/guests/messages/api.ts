import { useMutation, useQuery } from '@tanstack/react-query';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { MESSAGES, type MessageName, type PromptKind, REPLIES } from '../../../../contract/guests/messages.rules.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { toast, toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';
import { describeGuestFailure, useRedirectChanges } from '../../redirects/api.ts';
import { withLeftOut } from '../../redirects/left-out.ts';
import { useNoteSent, useRenewGuests } from '../api.ts';
import { messageButtons } from './buttons.ts';

/** The page then asks whether to step in. */
export const isAssignedToOther = (error: unknown) => error instanceof ApiError && error.id === 'assigned_to_other';

export interface Addressee {
  ip: string;
  /** Null for everyone behind the IP address. */
  guest: Guest | null;
}

interface NewMessage {
  message: MessageName;
  to: Addressee;
  stepIn: boolean;
}

const promptSent: Record<PromptKind, readonly [title: string, description: string]> = {
  email: ['Email Prompt Sent', 'Guest will see the email entry prompt on their screen.'],
  code: ['Code Prompt Sent', 'Guest will see the verification code prompt on their screen.'],
  'check-spam': ['Reply Sent', `Guest will see “${REPLIES['check-spam']}” on their screen.`],
  'new-code': ['Code Resent', `Guest will see “${REPLIES['new-code']}” once the email is sent.`],
  'check-address': ['Reply Sent', `Guest will see “${REPLIES['check-address']}” on their screen.`],
};

const NEXT_VISIT = 'The guest will be redirected on their next page visit.';
const HERE = {
  redirect: 'The guest is here and is being moved now.',
  exit: 'The guest is here and is being sent to the exit now.',
};

async function send({ message, to: { ip: guestIp, guest }, stepIn }: NewMessage): Promise<void> {
  const { kind, prompt, target } = MESSAGES[message];
  if (kind === 'resend') {
    await api('POST /api/admin/guests/:id/resend', { params: { id: guest?.id ?? '' }, body: { stepIn } });
    toastSuccess('Code Resent', 'A new code is on its way to the address the guest entered.');
    return;
  }
  const to = { ...(guest && { guestId: guest.id }), guestIp, ...(stepIn && { stepIn }) };
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
  toastSuccess('Guest Redirect Created', withLeftOut(guest?.presence === 'here' ? HERE[kind] : NEXT_VISIT, leftOut));
}

function tellFailure(message: MessageName, error: unknown): void {
  const { kind } = MESSAGES[message];
  if (kind === 'resend') toastFailure('Resend Failed', error, "We couldn't email a new code. Please try again.");
  else if (kind === 'prompt') toastFailure('Prompt Failed', error, "We couldn't send the prompt. Please try again.");
  else toast({ ...describeGuestFailure(error), variant: 'error' });
}

/** The texts in the guest's language. Undefined until loaded, or if the language is not known. */
export function useGuestTexts({ language }: Pick<Guest, 'language'>) {
  const { data } = useQuery({
    queryKey: ['/api/admin/guest-texts'],
    queryFn: () => api('GET /api/admin/guest-texts'),
    refetchOnMount: 'always',
  });
  return data?.find((texts) => texts.language === language);
}

/** Shows the message in the guest's row at once, as sent by `by`. */
export function useSendRequest(by: string, onAssignedToOther: (message: MessageName, to: Addressee) => void) {
  const { renew } = useRedirectChanges();
  const renewGuests = useRenewGuests();
  const noteSent = useNoteSent();
  return useMutation({
    mutationFn: send,
    onSuccess: (_, { message, to }) => {
      const at = new Date().toISOString();
      noteSent(to.guest?.id, { ...MESSAGES[message], by, at, state: 'sent', stateAt: at });
      return renew();
    },
    onError: (error, { message, to }) => {
      // Another helper may be assigned by now, or the message may no longer be possible.
      renewGuests();
      if (isAssignedToOther(error)) onAssignedToOther(message, to);
      else tellFailure(message, error);
    },
  });
}

interface Assignment {
  guestId: string;
  stepIn: boolean;
}

export function useAssignGuest() {
  const renew = useRenewGuests();
  return useMutation({
    mutationFn: ({ guestId, stepIn }: Assignment) =>
      api('POST /api/admin/guests/:id/claim', { params: { id: guestId }, body: { stepIn } }),
    onSuccess: renew,
    onError: (error) => {
      renew();
      if (!isAssignedToOther(error))
        toastFailure('Error', error, "We couldn't assign this guest to you. Please try again.");
    },
  });
}

export const useUnassignGuest = () =>
  useMutation({
    mutationFn: (id: string) => api('DELETE /api/admin/guests/:id/claim', { params: { id } }),
    onSuccess: useRenewGuests(),
    onError: (error) => toastFailure('Error', error, "We couldn't end your assignment. Please try again."),
  });
