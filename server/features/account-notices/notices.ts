import * as z from 'zod';
import type { Core } from '../../core.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { defineJob } from '../../delivery/job.ts';
import { type MailOutbox, mailPage, paragraph, smallParagraph } from '../../delivery/mail.ts';
import { escapeHtml } from '../../html.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import { usernameForMail } from '../users/mail-names.ts';

const NOTICES = {
  'new device': {
    title: 'New sign-in',
    sentence: 'Somebody signed in to your account on a device that it was not used on before.',
  },
  'password changed': { title: 'Password changed', sentence: 'The password of your account was changed.' },
  'password reset': { title: 'Password reset', sentence: 'The support team has reset the password of your account.' },
  'second factor added': { title: 'Second factor added', sentence: 'A second factor was added to your account.' },
  'second factor removed': {
    title: 'Second factor removed',
    sentence: 'A second factor was removed from your account.',
  },
  'second factor reset': {
    title: 'Second factors removed',
    sentence: 'The support team has removed every second factor of your account.',
  },
  'single sign-on linked': {
    title: 'Single sign-on linked',
    sentence: 'Single sign-on was linked to your account: whoever signs in there is signed in here.',
  },
  'single sign-on unlinked': {
    title: 'Single sign-on unlinked',
    sentence: 'Single sign-on is no longer linked to your account.',
  },
  'e-mail changed': { title: 'E-mail address changed', sentence: 'The e-mail address of your account was changed.' },
  'role changed': { title: 'Role changed', sentence: 'What your account may do here was changed by the support team.' },
} as const;
export type Notice = keyof typeof NOTICES;

const Payload = z.object({
  organisation: z.string(),
  username: z.string(),
  notice: z.enum(Object.keys(NOTICES) as [Notice, ...Notice[]]),
  at: z.number(),
  /** Null where staff or the operator did it: the person need not know from where. */
  from: z.object({ device: z.string(), location: z.string() }).nullable(),
});

const NOT_YOU = 'Was it not you, or did you not expect it? Then please tell the support team at once.';

const timeOf = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Without a link: whoever gets used to links in such mails follows the wrong one some day. */
export const noticeMail = defineJob('account-notice', Payload, ({ organisation, username, notice, at, from }) => {
  const { title, sentence } = NOTICES[notice];
  const name = usernameForMail(username);
  const facts = [
    ...(name === null ? [] : [['Account', name]]),
    ['Time', timeOf(at)],
    ...(from === null
      ? []
      : [
          ['Device', from.device],
          ['Place', from.location],
        ]),
  ] as const;
  const text = `${title} at ${organisation}

${sentence}

${facts.map(([label, value]) => `${label}: ${value}`).join('\n')}

${NOT_YOU}
`;
  const html = mailPage({
    organisation,
    title,
    body: `${paragraph(sentence)}
${paragraph(facts.map(([label, value]) => `${label}: <strong>${escapeHtml(String(value))}</strong>`).join('<br>'))}
${smallParagraph(NOT_YOU)}`,
  });
  return { subject: `${title} at ${organisation}`, text, html };
});

/** After a week nobody is helped by it. */
const EXPIRES_AFTER_MS = 7 * 24 * 60 * 60_000;

export interface NoticeDeps extends Pick<Core, 'config' | 'clock'> {
  readonly outbox: Pick<MailOutbox, 'put' | 'wake'>;
}

/**
 * In the transaction of what it tells about; `outbox.wake()` after its commit. To the address that the account has, or to the
 * one that it had. Whoever has none is told nothing.
 */
export async function tellOwner(
  trx: Trx,
  { config, clock, outbox }: NoticeDeps,
  user: Pick<UserRow, 'username' | 'email'>,
  notice: Notice,
  from: Visitor | null,
): Promise<void> {
  if (user.email === null) return;
  const now = clock.now();
  await outbox.put(trx, noticeMail, {
    recipient: user.email,
    payload: {
      organisation: config.organisation,
      username: user.username,
      notice,
      at: now,
      from: from && { device: from.device, location: from.location },
    },
    expiresAt: now + EXPIRES_AFTER_MS,
    turn: 0,
  });
}
