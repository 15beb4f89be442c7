import type { Guest } from '../../../../contract/guests/guests.ts';
import type { MessageKind, MessageState } from '../../../../contract/guests/messages.rules.ts';
import type { SentMessage } from '../../../../contract/guests/messages.ts';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../../contract/verification/verification.rules.ts';

const redirects: Record<string, string> = {
  [VERIFY_CODE_PATH]: 'Move to verify code',
  [EMAIL_ENTRY_PATH]: 'Move to email entry',
};

const prompts = { email: 'Email prompt', code: 'Code prompt' };

const usual: Record<MessageState, string> = {
  sent: 'sent, waiting',
  delivered: 'delivered',
  seen: 'seen',
  declined: 'declined',
  withdrawn: 'withdrawn, the guest never got it',
};

/** Where something else is seen, or it is an email. */
const special: Partial<Record<MessageKind, Partial<Record<MessageState, string>>>> = {
  redirect: { seen: 'seen: the guest is there' },
  exit: { seen: 'seen: the guest has left for it', declined: 'declined: the guest chose to stay' },
  resend: { sent: 'waits for the mail server', delivered: 'mailed', withdrawn: 'could not be mailed' },
};

export const describeState = (kind: MessageKind, state: MessageState) => special[kind]?.[state] ?? usual[state];

type Content = Pick<SentMessage, 'kind' | 'prompt' | 'target'>;

function subjectOf({ kind, prompt, target }: Content): string {
  if (kind === 'prompt') return prompts[prompt ?? 'code'];
  if (kind === 'redirect') return redirects[target ?? ''] ?? 'Move';
  return kind === 'exit' ? 'Exit' : 'New code';
}

/** "Email prompt delivered", "Move to verify code sent, waiting". */
export const describeMessage = (message: Content & Pick<SentMessage, 'state'>) =>
  `${subjectOf(message)} ${describeState(message.kind, message.state)}`;

/** For everybody at an address, so of no single guest. */
export function describeWaiting({ prompt, redirect: target }: Guest['waiting']) {
  const state = 'sent';
  if (target) return describeMessage({ kind: redirects[target] ? 'redirect' : 'exit', prompt: null, target, state });
  return prompt && describeMessage({ kind: 'prompt', prompt, target: null, state });
}
