import type { Guest } from '../../../../contract/guests/guests.ts';
import {
  type MessageKind,
  type MessageState,
  type PromptKind,
  REPLIES,
} from '../../../../contract/guests/messages.rules.ts';
import type { SentMessage } from '../../../../contract/guests/messages.ts';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../../contract/verification/verification.rules.ts';

const redirects: Record<string, string> = {
  [VERIFY_CODE_PATH]: 'to verify code',
  [EMAIL_ENTRY_PATH]: 'to email entry',
};

const prompts: Record<PromptKind, string> = {
  email: 'Email prompt',
  code: 'Code prompt',
  'check-spam': `Reply “${REPLIES['check-spam']}”`,
  'new-code': `Reply “${REPLIES['new-code']}”`,
  'check-address': `Reply “${REPLIES['check-address']}”`,
};

const usual: Record<MessageState, string> = {
  sent: 'waiting',
  delivered: 'delivered',
  seen: 'seen',
  declined: 'declined',
  withdrawn: 'withdrawn before delivery',
};

/** States that read differently for redirects, exits and emails. */
const special: Partial<Record<MessageKind, Partial<Record<MessageState, string>>>> = {
  redirect: { seen: 'arrived' },
  exit: { seen: 'left', declined: 'chose to stay' },
  resend: { sent: 'waiting for the mail server', delivered: 'emailed', withdrawn: 'not emailed' },
};

export const describeState = (kind: MessageKind, state: MessageState) => special[kind]?.[state] ?? usual[state];

type Content = Pick<SentMessage, 'kind' | 'prompt' | 'target' | 'state'>;

function subjectOf({ kind, prompt, target, state }: Content): string {
  if (kind === 'prompt') return prompts[prompt ?? 'code'];
  // Only a guest who arrived was moved.
  if (kind === 'redirect') return [state === 'seen' ? 'Moved' : 'Move', redirects[target ?? '']].join(' ').trim();
  return kind === 'exit' ? 'Exit' : 'New code';
}

/** "Email prompt · delivered", "Moved to email entry · arrived". */
export const describeMessage = (message: Content) =>
  `${subjectOf(message)} · ${describeState(message.kind, message.state)}`;

/** For a message to everyone at an IP address, which is not one guest's. */
export function describeWaiting({ prompt, redirect: target }: Guest['waiting']) {
  const state = 'sent';
  if (target) return describeMessage({ kind: redirects[target] ? 'redirect' : 'exit', prompt: null, target, state });
  return prompt && describeMessage({ kind: 'prompt', prompt, target: null, state });
}
