import { useEffect, useState } from 'react';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { exitNeedsQuestion, MESSAGES, type MessageName } from '../../../../contract/guests/messages.rules.ts';
import { guestLabel } from '../../../../contract/log/activity.rules.ts';
import { createStore } from '../../../lib/store.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useCurrentUser } from '../../auth/api.ts';
import { findGuestsAt, useNoteSent, useRenewGuests } from '../api.ts';
import { guestName, outcomeWords } from '../guest-facts.ts';
import { isAssignedToOther, useSendRequest } from './api.ts';
import { StepInDialog } from './assignment.tsx';

const SENT_SHOWN_MS = 4000;

export interface Addressee {
  ip: string;
  /** The browser. Null where only an address is known: then everybody behind it is meant. */
  guest: Guest | null;
}

interface Question {
  about: 'exit' | 'step-in';
  to: Addressee;
  onConfirm: () => void;
}

/** Not in the row: the guest may leave the view while an admin reads the question, which has to stay under the pointer. */
const question = createStore<Question | null>(null);

/** The message that is being sent, and for a moment the one that was. */
interface Progress {
  message: MessageName;
  state: 'pending' | 'sent';
}

/** The guest as the server knows them now, with who is helping. */
async function current({ ip, guest }: Addressee): Promise<Addressee> {
  const guests = await findGuestsAt(ip).catch(() => []);
  return { ip, guest: guests.find(({ id }) => id === guest?.id) ?? guest };
}

/**
 * Sends a guest a message, after the questions that come first: before the exit of a guest who has confirmed nothing, and
 * before an admin steps in for another helper.
 */
export function useSendMessage() {
  const { data: self } = useCurrentUser();
  const { progress, track } = useProgress();
  const request = useRequest(self?.username ?? '');

  const askToStepIn = (message: MessageName, to: Addressee) =>
    question.set({ about: 'step-in', to, onConfirm: () => sendNow(message, to, true) });
  const sendNow = async (message: MessageName, to: Addressee, stepIn: boolean) => {
    const refused = await track(message, request(message, to, stepIn));
    if (isAssignedToOther(refused)) askToStepIn(message, await current(to));
  };
  const sendUnlessAssigned = (message: MessageName, to: Addressee) => {
    const helper = to.guest?.helper ?? null;
    if (helper !== null && helper.id !== self?.id) askToStepIn(message, to);
    else sendNow(message, to, false);
  };
  const send = (message: MessageName, to: Addressee) => {
    if (progress?.state === 'pending') return;
    if (message === 'exit' && (!to.guest || exitNeedsQuestion(to.guest)))
      question.set({ about: 'exit', to, onConfirm: () => sendUnlessAssigned(message, to) });
    else sendUnlessAssigned(message, to);
  };
  return { send, progressOf: (message: MessageName) => (progress?.message === message ? progress.state : null) };
}

function useProgress() {
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    if (progress?.state !== 'sent') return;
    const timer = setTimeout(() => setProgress(null), SENT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [progress]);
  /** Answers why it failed, or nothing. */
  const track = async (message: MessageName, sending: Promise<unknown>): Promise<unknown> => {
    setProgress({ message, state: 'pending' });
    try {
      await sending;
      setProgress({ message, state: 'sent' });
      return undefined;
    } catch (error) {
      setProgress(null);
      return error;
    }
  };
  return { progress, track };
}

/** The row of the guest says at once that it was sent. */
function useRequest(by: string) {
  const noteSent = useNoteSent();
  const renew = useRenewGuests();
  const { mutateAsync } = useSendRequest();
  return async (message: MessageName, { ip, guest }: Addressee, stepIn: boolean) => {
    try {
      await mutateAsync({ message, guestId: guest?.id, guestIp: ip, stepIn });
    } catch (error) {
      // Another helper may be assigned by now, or the message is not possible any more.
      renew();
      throw error;
    }
    const at = new Date().toISOString();
    noteSent(guest?.id, { ...MESSAGES[message], by, at, state: 'sent', stateAt: at });
  };
}

/** Asks what has to be asked, wherever the button was. Rendered once, around every page. */
export function SendQuestion() {
  const asked = question.use();
  if (!asked) return null;
  const { about, to, onConfirm } = asked;
  const answers = {
    onConfirm: () => {
      // First, because there can be another question after this one.
      question.set(null);
      onConfirm();
    },
    onCancel: () => question.set(null),
  };
  const name = to.guest ? guestName(to.guest) : guestLabel(to.ip);
  if (about === 'step-in') return <StepInDialog helper={to.guest?.helper?.name ?? null} guest={name} {...answers} />;
  return <ConfirmDialog title={`Lead ${name} out?`} description={describeExit(to)} confirm="Lead out" {...answers} />;
}

/** The exit thanks for a verification. */
function describeExit({ guest }: Addressee) {
  if (!guest)
    return 'It is not known whether anybody at this address has confirmed theirs. Whoever has a page open there is thanked and led to the exit address.';
  const tried = guest.outcome === 'none' ? '' : ` (${outcomeWords[guest.outcome].text.toLowerCase()})`;
  return `This guest has not confirmed an address${tried}. They will be thanked, and their page leads to the exit address.`;
}
