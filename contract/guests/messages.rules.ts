import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../verification/verification.rules.ts';
import type { Outcome } from './guests.rules.ts';

export const MESSAGE_KINDS = ['prompt', 'redirect', 'exit', 'resend'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Fixed texts, beside the two in the settings; no one can edit them. */
export const REPLIES = {
  'check-spam': 'Please check your spam folder',
  /** Only with a resend, and shown once that email has left. */
  'new-code': "We've just sent you a new code",
  'check-address': 'Please check your email address',
} as const;
export type Reply = keyof typeof REPLIES;

export const PROMPT_KINDS = ['email', 'code', 'check-spam', 'new-code', 'check-address'] as const;
export type PromptKind = (typeof PROMPT_KINDS)[number];

export const isReply = (prompt: PromptKind | null): prompt is Reply =>
  prompt !== null && Object.hasOwn(REPLIES, prompt);

interface MessageFacts {
  readonly kind: MessageKind;
  readonly prompt: PromptKind | null;
  /** Null for an exit, whose URL is in the settings. */
  readonly target: string | null;
}

export const MESSAGES = {
  'email-prompt': { kind: 'prompt', prompt: 'email', target: null },
  'code-prompt': { kind: 'prompt', prompt: 'code', target: null },
  'check-spam-prompt': { kind: 'prompt', prompt: 'check-spam', target: null },
  'new-code-prompt': { kind: 'prompt', prompt: 'new-code', target: null },
  'check-address-prompt': { kind: 'prompt', prompt: 'check-address', target: null },
  'verify-redirect': { kind: 'redirect', prompt: null, target: VERIFY_CODE_PATH },
  'entry-redirect': { kind: 'redirect', prompt: null, target: EMAIL_ENTRY_PATH },
  exit: { kind: 'exit', prompt: null, target: null },
  resend: { kind: 'resend', prompt: null, target: null },
} as const satisfies Record<string, MessageFacts>;
export type MessageName = keyof typeof MESSAGES;

/** Seen: shown on the screen, the redirect's page was opened, or the guest left for the exit. Withdrawn: the guest never got it. */
export const MESSAGE_STATES = ['sent', 'delivered', 'seen', 'declined', 'withdrawn'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** A helper who does nothing for this long is no longer helping. */
export const ASSIGNMENT_SECONDS = 120;

interface GuestFacts {
  readonly page: string;
  readonly email: string | null;
  readonly outcome: Outcome;
  readonly halted: boolean;
}

export const HALTED = 'This guest chose “Somebody told me to come here” and has not chosen to go on';
export const HALTED_AT_ADDRESS =
  'Nothing was sent. Every guest we know at this address chose “Somebody told me to come here”, and none has chosen to go on.';

/** A verified guest sees the success here, unless they choose to confirm another address. */
const VERIFIED_ON_ENTRY = 'The guest is already verified, and can choose to confirm another address';

/** Null if the message can be sent. Used by the server and by buttons. */
export function whyBlocked(message: MessageName, { page, email, outcome, halted }: GuestFacts): string | null {
  if (halted) return HALTED;
  if (message === 'verify-redirect') {
    if (email === null) return 'The guest has not entered an email address yet';
    if (outcome === 'verified') return 'The guest is already verified';
    if (page === 'Verify Code Page') return 'The guest is already on this page';
  }
  if (message === 'entry-redirect') {
    if (outcome === 'verified') return VERIFIED_ON_ENTRY;
    if (page === 'Email Entry Page') return 'The guest is already on this page';
  }
  if (message === 'email-prompt') {
    if (page !== 'Email Entry Page') return 'The guest is not on the email page';
    if (outcome === 'verified') return VERIFIED_ON_ENTRY;
  }
  if (message === 'code-prompt') {
    if (page === 'Email Entry Page') return 'The guest is not on the code page';
    if (outcome === 'verified') return 'The guest is already verified';
  }
  const needsEmail = message === 'resend' || message === 'check-spam-prompt' || message === 'new-code-prompt';
  if (needsEmail && email === null) return 'The guest has not entered an email address yet';
  if ((needsEmail || message === 'check-address-prompt') && outcome === 'verified')
    return 'The guest is already verified';
  return null;
}

/** Shown instead of the exit message to guests without a confirmed address. */
export const VERIFICATION_ENDED = 'The support team has ended this verification.';

export const exitNeedsQuestion = ({ outcome }: Pick<GuestFacts, 'outcome'>) => outcome !== 'verified';
