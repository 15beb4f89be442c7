import { type KnownAddressMail, knownAddressMail } from '../features/registration/known-address-mail.ts';
import { type VerificationMail, verificationMail } from '../features/registration/verification-mail.ts';
import { type PasswordMail, passwordMail } from '../features/users/password-mail.ts';
import { type CodeMail, codeMail } from '../features/verification/code-mail.ts';
import type { Mail } from './outbox.ts';

/** The mails we send, each by its kind and what it is made of. Rows stay small, and a mail is written when it is sent. */
export type MailJob =
  | ({ readonly kind: 'code' } & CodeMail)
  | ({ readonly kind: 'password' } & PasswordMail)
  | ({ readonly kind: 'verification' } & VerificationMail)
  | ({ readonly kind: 'known-address' } & KnownAddressMail);

export function renderMail(job: MailJob): Mail {
  switch (job.kind) {
    case 'code':
      return codeMail(job);
    case 'password':
      return passwordMail(job);
    case 'verification':
      return verificationMail(job);
    case 'known-address':
      return knownAddressMail(job);
  }
}
