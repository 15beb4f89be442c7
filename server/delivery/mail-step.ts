import type { MailReason, MailStep } from '../../contract/verification/verification.rules.ts';
import type { OutboxRow } from '../db/tables.ts';

export type SentMail = Pick<OutboxRow, 'state' | 'error' | 'created_at' | 'finished_at' | 'bounced_at'>;

/** Enhanced status codes (RFC 3463) that guests can act on. */
const REASONS: readonly (readonly [RegExp, MailReason])[] = [
  // Exchange uses 5.1.10 for a mailbox, others for a domain.
  [/\bRecipientNotFound\b/, 'no_mailbox'],
  [/\b5\.1\.(?:2|10)\b/, 'no_domain'],
  [/\b5\.(?:1\.[13]|2\.1)\b/, 'no_mailbox'],
  [/\b5\.6\.7\b/, 'no_smtputf8'],
  [/\b[45]\.2\.[23]\b/, 'mailbox_full'],
  [/\b5\.7\.\d+\b/, 'blocked'],
];

export const mailReason = (said: string): MailReason => REASONS.find(([code]) => code.test(said))?.[1] ?? 'other';

interface Step {
  readonly step: MailStep;
  /** Of an email that is sending or delayed: when it was asked for. */
  readonly since: number;
  readonly reason: MailReason | null;
}

export function mailStepOf({ state, error, created_at, finished_at, bounced_at }: SentMail): Step {
  const why = (step: MailStep, since: number): Step => ({ step, since, reason: mailReason(error ?? '') });
  if (bounced_at !== null) return why('bounced', bounced_at);
  if (state === 'failed') return why('refused', finished_at ?? created_at);
  if (state === 'sent' || state === 'expired') return { step: state, since: finished_at ?? created_at, reason: null };
  return { step: error === null ? 'sending' : 'delayed', since: created_at, reason: null };
}
