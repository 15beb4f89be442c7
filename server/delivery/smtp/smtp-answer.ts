import type { MailReason } from '../../../contract/verification/verification.rules.ts';
import { mailReason } from '../mail-step.ts';

const WORDS: Readonly<Record<MailReason, string>> = {
  no_mailbox: 'The mailbox does not exist',
  no_domain: 'The domain does not receive email',
  no_smtputf8: 'A mail server does not support SMTPUTF8, which this address needs',
  mailbox_full: 'The mailbox is full',
  blocked: 'The email was blocked',
  other: 'The email was rejected',
};
const LATER = 'The mail server asked to try again later';

const REPLY = /^(?:[245]\.\d\.\d{1,3} )?([45][0-5]\d)(?!\d)/;
/** Only at the start or like (#5.1.1), or an IP address in the text would match. */
const STATUS = /(?:^(?:[45][0-5]\d[ -]+)?|#)([245]\.[0-7]\.\d{1,3})(?![.\d])/;

/** We write the sentence: a foreign mail server's text must not reach staff, and could quote a code. */
export function describeAnswer(said: string): string {
  const [reply, status] = [REPLY.exec(said)?.[1], STATUS.exec(said)?.[1]];
  // Exchange uses 5.1.10 for a mailbox, others for a domain.
  const reason = /\bRecipientNotFound\b/.test(said) ? 'no_mailbox' : mailReason(status ?? '');
  const isTemporary = (status ?? reply)?.startsWith('4') ?? false;
  const words = reason === 'other' && isTemporary ? LATER : WORDS[reason];
  return [reply, status, words].filter(Boolean).join(' ');
}
