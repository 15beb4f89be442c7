import type { MailReason, MailStep } from '../../contract/verification/verification.rules.ts';
import type { OutboxRow } from '../db/tables.ts';

export type SentMail = Pick<OutboxRow, 'state' | 'error' | 'created_at' | 'finished_at' | 'bounced_at'>;

/** RFC 3463 codes that guests can act on. */
const REASONS: readonly (readonly [RegExp, MailReason])[] = [
  [/\bThe mailbox does not exist$/, 'no_mailbox'],
  [/\b5\.1\.(?:2|10)\b/, 'no_domain'],
  [/\b5\.(?:1\.[13]|2\.1)\b/, 'no_mailbox'],
  [/\b5\.6\.7\b/, 'no_smtputf8'],
  [/\b[45]\.2\.[23]\b/, 'mailbox_full'],
  [/\b5\.7\.\d+\b/, 'blocked'],
];

export const mailReason = (said: string): MailReason => REASONS.find(([code]) => code.test(said))?.[1] ?? 'other';

interface Step {
  readonly step: MailStep;
  readonly requestedAt: number;
  /** Null while we keep trying. */
  readonly endedAt: number | null;
  readonly reason: MailReason | null;
}

/** `delayed` is a delay at our mail server; one further along still counts as `sent`. */
export function mailStepOf({ state, error, created_at: requestedAt, finished_at, bounced_at }: SentMail): Step {
  const lost = { requestedAt, reason: mailReason(error ?? '') };
  const endedAt = finished_at ?? requestedAt;
  if (bounced_at !== null) return { step: 'bounced', endedAt: bounced_at, ...lost };
  if (state === 'failed') return { step: 'refused', endedAt, ...lost };
  if (state === 'sent' || state === 'expired') return { step: state, requestedAt, endedAt, reason: null };
  return { step: error === null ? 'sending' : 'delayed', requestedAt, endedAt: null, reason: null };
}
