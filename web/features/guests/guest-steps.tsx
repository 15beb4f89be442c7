import { useEffect, useState } from 'react';
import { exitNeedsQuestion, type GuestStep } from '../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../contract/guests/guests.ts';
import type { SteerWhat } from '../../../contract/guests/messages.rules.ts';
import { guestLabel } from '../../../contract/log/activity.rules.ts';
import { createStore } from '../../lib/store.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useCurrentUser } from '../auth/api.ts';
import { findGuestsAt, useNoteSent, useRenewGuests } from './api.ts';
import { guestActions } from './guest-actions.ts';
import { guestName, outcomeWords } from './guest-facts.ts';
import { isClaimedByOther, useRedirectGuest, useResendCode } from './messages/api.ts';
import { usePromptGuest } from './messages/prompt-api.ts';
import { StepInDialog } from './messages/step-in-dialog.tsx';

const SENT_SHOWN_MS = 4000;

export interface StepTarget {
  ip: string;
  /** The browser. Null where only an address is known: then everybody behind it is meant. */
  guest: Guest | null;
}

interface Question {
  about: 'exit' | 'step-in';
  target: StepTarget;
  onConfirm: () => void;
}

/** Not in the row: while an admin reads the question, the guest may leave the view, and the question must not go under the pointer. */
const question = createStore<Question | null>(null);

/** How far the step is that was started last. */
interface Progress {
  step: GuestStep;
  state: 'pending' | 'sent';
}

const nameOf = ({ ip, guest }: StepTarget) => (guest ? guestName(guest) : guestLabel(ip));

/** The guest as the server knows them now, with who is helping. */
async function current({ ip, guest }: StepTarget): Promise<StepTarget> {
  const guests = await findGuestsAt(ip).catch(() => []);
  return { ip, guest: guests.find(({ id }) => id === guest?.id) ?? guest };
}

/**
 * Does something with a guest, after the questions that have to be asked first: before somebody is led out who has
 * confirmed nothing, and before an admin steps in for another.
 */
export function useGuestSteps() {
  const { data: self } = useCurrentUser();
  const { progress, track } = useProgress();
  const send = useSend(self?.username ?? '');

  const askToStepIn = (step: GuestStep, target: StepTarget) =>
    question.set({ about: 'step-in', target, onConfirm: () => carryOut(step, target, true) });
  const carryOut = async (step: GuestStep, target: StepTarget, stepIn: boolean) => {
    const refused = await track(step, send(step, target, stepIn));
    if (isClaimedByOther(refused)) askToStepIn(step, await current(target));
  };
  const carryOutUnlessClaimed = (step: GuestStep, target: StepTarget) => {
    const helper = target.guest?.claimedById ?? null;
    if (helper !== null && helper !== self?.id) askToStepIn(step, target);
    else carryOut(step, target, false);
  };
  const start = (step: GuestStep, target: StepTarget) => {
    if (progress?.state === 'pending') return;
    if (step === 'exit' && (!target.guest || exitNeedsQuestion(target.guest)))
      question.set({ about: 'exit', target, onConfirm: () => carryOutUnlessClaimed(step, target) });
    else carryOutUnlessClaimed(step, target);
  };
  return { start, stateOf: (step: GuestStep) => (progress?.step === step ? progress.state : null) };
}

/** The step that is under way, and for a moment the one that was sent. */
function useProgress() {
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    if (progress?.state !== 'sent') return;
    const timer = setTimeout(() => setProgress(null), SENT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [progress]);
  /** Answers why it failed, or nothing. */
  const track = async (step: GuestStep, sending: Promise<unknown>): Promise<unknown> => {
    setProgress({ step, state: 'pending' });
    try {
      await sending;
      setProgress({ step, state: 'sent' });
      return undefined;
    } catch (error) {
      setProgress(null);
      return error;
    }
  };
  return { progress, track };
}

const steerOf: Record<GuestStep, SteerWhat> = {
  'email-prompt': 'email-prompt',
  'code-prompt': 'code-prompt',
  'verify-redirect': 'move',
  'entry-redirect': 'move',
  exit: 'exit',
  resend: 'resend',
};

/** One request; the row of the guest says at once that it was sent. What went wrong is said by the request itself. */
function useSend(by: string) {
  const noteSent = useNoteSent();
  const renew = useRenewGuests();
  const prompt = usePromptGuest();
  const redirect = useRedirectGuest();
  const resend = useResendCode();
  const request = (step: GuestStep, { ip, guest }: StepTarget, stepIn: boolean): Promise<unknown> => {
    const wanted = guestActions[step].request;
    if ('resend' in wanted) return resend.mutateAsync({ guestId: guest?.id ?? '', stepIn });
    const target = { ...(guest && { guestId: guest.id }), guestIp: ip, ...(stepIn && { stepIn }) };
    return 'prompt' in wanted
      ? prompt.mutateAsync({ ...target, ...wanted })
      : redirect.mutateAsync({ ...target, ...wanted });
  };
  return async (step: GuestStep, target: StepTarget, stepIn: boolean) => {
    try {
      await request(step, target, stepIn);
    } catch (error) {
      // Somebody else may be helping by now, or the step is not possible any more.
      renew();
      throw error;
    }
    const wanted = guestActions[step].request;
    const at = new Date().toISOString();
    const to = 'destinationPath' in wanted ? wanted.destinationPath : null;
    noteSent(target.guest?.id, { what: steerOf[step], to, by, at, state: 'sent', stateAt: at });
  };
}

/** Asks what has to be asked, wherever the button was. Rendered once, around every page. */
export function StepQuestion() {
  const asked = question.use();
  if (!asked) return null;
  const { about, target, onConfirm } = asked;
  const answers = {
    onConfirm: () => {
      // First, because there can be another question after this one.
      question.set(null);
      onConfirm();
    },
    onCancel: () => question.set(null),
  };
  const name = nameOf(target);
  if (about === 'step-in') return <StepInDialog helper={target.guest?.claimedBy ?? null} guest={name} {...answers} />;
  return (
    <ConfirmDialog title={`Lead ${name} out?`} description={describeExit(target)} confirm="Lead out" {...answers} />
  );
}

/** The exit thanks for a verification. */
function describeExit({ guest }: StepTarget) {
  if (!guest)
    return 'It is not known whether anybody at this address has confirmed theirs. Whoever has a page open there is thanked and led to the exit address.';
  const tried = guest.outcome === 'none' ? '' : ` (${outcomeWords[guest.outcome].text.toLowerCase()})`;
  return `This guest has not confirmed an address${tried}. They will be thanked, and their page leads to the exit address.`;
}
