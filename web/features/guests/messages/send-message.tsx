import { useEffect } from 'react';
import { guestName } from '../../../../contract/guests/guests.rules.ts';
import { exitNeedsQuestion, type MessageName, VERIFICATION_ENDED } from '../../../../contract/guests/messages.rules.ts';
import { createStore } from '../../../lib/store.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useCurrentUser } from '../../auth/api.ts';
import { findGuestsAt } from '../api.ts';
import { outcomeWords } from '../guest-facts.ts';
import { type Addressee, useSendRequest } from './api.ts';
import { StepInDialog } from './assignment.tsx';

const SENT_SHOWN_MS = 4000;

interface Question {
  about: 'exit' | 'step-in';
  to: Addressee;
  onConfirm: () => void;
}

/** Not state of the row: the guest may leave the view meanwhile. */
const question = createStore<Question | null>(null);

/** The guest as the server knows them now, including who is helping. */
async function current({ ip, guest }: Addressee): Promise<Addressee> {
  const guests = await findGuestsAt(ip).catch(() => []);
  return { ip, guest: guests.find(({ id }) => id === guest?.id) ?? guest };
}

/** Asks before the exit of an unconfirmed guest, and before stepping in. */
export function useSendMessage() {
  const { data: self } = useCurrentUser();
  const { mutate, isPending, isSuccess, variables, reset } = useSendRequest(self?.username ?? '', async (message, to) =>
    askToStepIn(message, await current(to)),
  );
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, SENT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);

  const askToStepIn = (message: MessageName, to: Addressee) =>
    question.set({ about: 'step-in', to, onConfirm: () => mutate({ message, to, stepIn: true }) });
  const sendUnlessAssigned = (message: MessageName, to: Addressee) => {
    const helper = to.guest?.helper ?? null;
    if (helper !== null && helper.id !== self?.id) askToStepIn(message, to);
    else mutate({ message, to, stepIn: false });
  };
  const send = (message: MessageName, to: Addressee) => {
    if (isPending) return;
    if (message === 'exit' && (!to.guest || exitNeedsQuestion(to.guest)))
      question.set({ about: 'exit', to, onConfirm: () => sendUnlessAssigned(message, to) });
    else sendUnlessAssigned(message, to);
  };
  const progressOf = (message: MessageName) => {
    if (variables?.message !== message) return null;
    return isPending ? 'pending' : isSuccess ? 'sent' : null;
  };
  return { send, progressOf };
}

/** Rendered once, around every page. */
export function SendQuestion() {
  const asked = question.use();
  if (!asked) return null;
  const { about, to, onConfirm } = asked;
  const answers = {
    onConfirm: () => {
      // First, because `onConfirm` can ask another question.
      question.set(null);
      onConfirm();
    },
    onCancel: () => question.set(null),
  };
  const name = guestName(to.guest ?? { ipAddress: to.ip });
  if (about === 'step-in') return <StepInDialog helper={to.guest?.helper?.name ?? null} guest={name} {...answers} />;
  return (
    <ConfirmDialog
      title={to.guest ? 'Send this guest to the exit?' : 'Send these guests to the exit?'}
      description={describeExit(to, name)}
      confirm="Send to the exit"
      {...answers}
    />
  );
}

function describeExit({ ip, guest }: Addressee, name: string) {
  if (!guest)
    return `Guests at ${ip} who have confirmed an email address see the exit message, then leave. The others read: "${VERIFICATION_ENDED}"`;
  const tried = guest.outcome === 'none' ? '' : ` (${outcomeWords[guest.outcome].text.toLowerCase()})`;
  return `${name} has not confirmed an email address${tried}. They'll read "${VERIFICATION_ENDED}", then leave.`;
}
