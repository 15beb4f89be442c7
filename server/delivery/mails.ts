import { type CodeMail, codeMail } from '../features/guests/code-mail.ts';
import type { Mail } from './outbox.ts';

/** The mails we send, each by its kind and what it is made of. Rows stay small, and a mail is written when it is sent. */
export type MailJob = { readonly kind: 'code' } & CodeMail;

export function renderMail(job: MailJob): Mail {
  switch (job.kind) {
    case 'code':
      return codeMail(job);
  }
}
