import type { SteerState, SteerWhat } from '../../../contract/care.rules.ts';
import type { Guest, GuestSteer } from '../../../contract/guest-activity.ts';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../contract/verification.rules.ts';

const moves: Record<string, string> = {
  [VERIFY_CODE_PATH]: 'Move to verify code',
  [EMAIL_ENTRY_PATH]: 'Move to email entry',
};

const whats: Record<SteerWhat, string> = {
  'email-prompt': 'Email prompt',
  'code-prompt': 'Code prompt',
  move: 'Move',
  exit: 'Exit',
  resend: 'New code',
};

/** "Seen" is something else for each of them. */
const seen: Record<SteerWhat, string> = {
  'email-prompt': 'seen',
  'code-prompt': 'seen',
  move: 'seen: the guest is there',
  exit: 'seen: the guest has left for it',
  resend: 'seen',
};

export const stateWords: Record<SteerState, string> = {
  sent: 'sent, waiting',
  delivered: 'delivered',
  seen: 'seen',
  withdrawn: 'withdrawn, the guest never got it',
};

/** "Email prompt delivered", "Move to verify code sent, waiting". */
export function describeSteer({ what, to, state }: Pick<GuestSteer, 'what' | 'to' | 'state'>) {
  const subject = (what === 'move' && to !== null && moves[to]) || whats[what];
  return `${subject} ${state === 'seen' ? seen[what] : stateWords[state]}`;
}

/** What waits for everybody behind an address has no guest whose row could tell how far it got. */
export function describeWaiting({ prompt, redirect }: Guest['waiting']) {
  const state = 'sent';
  if (redirect) return describeSteer({ what: moves[redirect] ? 'move' : 'exit', to: redirect, state });
  return prompt && describeSteer({ what: `${prompt}-prompt`, to: null, state });
}
