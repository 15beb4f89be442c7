import type { Guest, GuestSteer } from '../../../../contract/guests/guests.ts';
import type { SteerState, SteerWhat } from '../../../../contract/guests/messages.rules.ts';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../../contract/verification/verification.rules.ts';

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

const usual: Record<SteerState, string> = {
  sent: 'sent, waiting',
  delivered: 'delivered',
  seen: 'seen',
  declined: 'declined',
  withdrawn: 'withdrawn, the guest never got it',
};

/** Where it is something else that is seen, or a mail and not a page. */
const special: Partial<Record<SteerWhat, Partial<Record<SteerState, string>>>> = {
  move: { seen: 'seen: the guest is there' },
  exit: { seen: 'seen: the guest has left for it', declined: 'declined: the guest chose to stay' },
  resend: { sent: 'waits for the mail server', delivered: 'mailed', withdrawn: 'could not be mailed' },
};

export const describeState = (what: SteerWhat, state: SteerState) => special[what]?.[state] ?? usual[state];

/** "Email prompt delivered", "Move to verify code sent, waiting". */
export function describeSteer({ what, to, state }: Pick<GuestSteer, 'what' | 'to' | 'state'>) {
  const subject = (what === 'move' && to !== null && moves[to]) || whats[what];
  return `${subject} ${describeState(what, state)}`;
}

/** What waits for everybody behind an address has no guest whose row could tell how far it got. */
export function describeWaiting({ prompt, redirect }: Guest['waiting']) {
  const state = 'sent';
  if (redirect) return describeSteer({ what: moves[redirect] ? 'move' : 'exit', to: redirect, state });
  return prompt && describeSteer({ what: `${prompt}-prompt`, to: null, state });
}
