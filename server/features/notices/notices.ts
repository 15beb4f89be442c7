import * as z from 'zod';
import { COMMAND_LINE_ID } from '../../../contract/log/activity.rules.ts';
import { utcMinute } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { defineJob } from '../../delivery/job.ts';
import { type MailOutbox, mailPage, paragraph, smallParagraph } from '../../delivery/mail.ts';
import { addressKey } from '../../delivery/mail-limits.ts';
import { usernameForMail } from '../../delivery/username-in-email.ts';
import { takeFromLimits } from '../../limits/database-counts.ts';
import { countOf } from '../../limits/limit.ts';
import { LIMITS } from '../../limits/limits.ts';
import { escapeHtml } from '../../text/html.ts';
import type { Actor, Visitor } from '../../visitor/visitor.ts';

const EMAIL_CHANGED = 'Email address changed';

export const NOTICES = {
  'new device': {
    title: 'New sign-in',
    sentence: 'Your account was used to sign in from a new browser.',
  },
  'second step failed': {
    title: 'Sign-in stopped',
    sentence: 'Someone entered your password in a new browser, but not your second factor. We stopped the sign-in.',
  },
  'password changed': { title: 'Password changed', sentence: 'Your password was changed.' },
  'password reset': {
    title: 'Password reset',
    sentence: 'The support team has reset your password. Your old password no longer works.',
  },
  'second factor added': { title: 'Second factor added', sentence: 'A second factor was added to your account.' },
  'second factor removed': {
    title: 'Second factor removed',
    sentence: 'A second factor was removed from your account.',
  },
  'second factor reset': {
    title: 'Second factors removed',
    sentence: 'The support team has removed all second factors from your account.',
  },
  'single sign-on linked': {
    title: 'Single sign-on linked',
    sentence: 'Single sign-on was linked to your account. Anyone who can sign in there can now sign in here as you.',
  },
  'single sign-on unlinked': {
    title: 'Single sign-on unlinked',
    sentence: 'Single sign-on was unlinked from your account.',
  },
  /** Goes to the old email address. */
  'e-mail changed': {
    title: EMAIL_CHANGED,
    sentence: 'The email address of your account was changed. Emails about it now go to another address.',
  },
  /** Goes to the new email address. */
  'e-mail set': {
    title: EMAIL_CHANGED,
    sentence: 'The email address of an account was changed to this one. Emails about it now come here.',
  },
  'became staff': {
    title: 'New role',
    sentence:
      'An admin gave your account a role in the back-office. Your password, second factors, linked sign-ins and sessions no longer work. An admin will give you a new temporary password.',
  },
  'role changed': {
    title: 'Role changed',
    sentence: 'The support team has changed what your account can do. Please sign in again.',
  },
} as const;
export type Notice = keyof typeof NOTICES;

const Payload = z.object({
  organisation: z.string(),
  username: z.string(),
  notice: z.enum(Object.keys(NOTICES) as [Notice, ...Notice[]]),
  at: z.number(),
  from: z.object({ device: z.string(), location: z.string() }).nullable(),
});

const NOT_YOU = "If this wasn't you, or you didn't expect it, please contact the support team right away.";
const NO_LINKS = 'There are no links in this email, on purpose. Open the portal the way you always do.';

/** No link: readers used to links fall for phishing. */
export const noticeMail = defineJob('account-notice', Payload, ({ organisation, username, notice, at, from }) => {
  const { title, sentence } = NOTICES[notice];
  const name = usernameForMail(username);
  const facts: [label: string, value: string][] = [['Time', utcMinute(at)]];
  if (name !== null) facts.unshift(['Account', name]);
  if (from === null) facts.push(['By', 'the support team']);
  else facts.push(['Device', from.device], ['Approximate location', from.location]);
  const text = `${title} at ${organisation}

${sentence}

${facts.map(([label, value]) => `${label}: ${value}`).join('\n')}

${NOT_YOU}
${NO_LINKS}
`;
  const row = ([label, value]: [string, string]) =>
    `<tr><td style="padding:2px 16px 2px 0;color:#5a6070">${label}</td><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`;
  const html = mailPage({
    organisation,
    title,
    body: `${paragraph(sentence)}
<table style="border-collapse:collapse;margin:0 0 24px;font-size:14px">${facts.map(row).join('')}</table>
${paragraph(NOT_YOU)}
${smallParagraph(NO_LINKS)}`,
  });
  return { subject: `${title} at ${organisation}`, text, html };
});

const EXPIRES_AFTER_MS = 7 * 24 * 60 * 60_000;
/** Emails that a person waits for go first. */
const TURN_IN_BULK = 1_000_000;

export interface NoticeDeps extends Pick<Core, 'config' | 'clock' | 'keys'> {
  readonly outbox: Pick<MailOutbox, 'put'>;
}

type Owner = Pick<UserRow, 'username' | 'email'>;

/** Each kind has its limit: many new devices suppress no news of a changed password. */
export async function notifyOwner(
  trx: Trx,
  { config, clock, keys, outbox }: NoticeDeps,
  { username, email }: Owner,
  notice: Notice,
  from: Visitor | null,
  turn = 0,
): Promise<void> {
  if (email === null) return;
  const at = clock.now();
  const count = countOf(LIMITS.notices, addressKey(keys, email), notice);
  if ((await takeFromLimits(trx, [count], at)) > 0) return;
  await outbox.put(trx, noticeMail, {
    recipient: email,
    payload: {
      organisation: config.organisation,
      username,
      notice,
      at,
      from: from && { device: from.device, location: from.location },
    },
    expiresAt: at + EXPIRES_AFTER_MS,
    turn,
  });
}

export async function notifyOwnersOfStaffAct(
  trx: Trx,
  deps: NoticeDeps,
  users: readonly Owner[],
  notice: Notice,
  actor: Actor,
  inBulk = false,
): Promise<void> {
  if (actor.userId === COMMAND_LINE_ID) return;
  for (const user of users) {
    if (user.email === null) continue;
    if (!(await takeFromStaff(trx, deps, actor, inBulk ? `bulk ${notice}` : notice))) return;
    await notifyOwner(trx, deps, user, notice, null, inBulk ? TURN_IN_BULK : 0);
  }
}

/** Staff choose the addresses of accounts, and must not write to the whole world. */
async function takeFromStaff(trx: Trx, { clock }: NoticeDeps, actor: Actor, kind: string): Promise<boolean> {
  // One by one: nothing is rolled back here.
  for (const count of [countOf(LIMITS.noticesByStaff, actor.userId, kind), countOf(LIMITS.noticesByAllStaff, kind)])
    if ((await takeFromLimits(trx, [count], clock.now())) > 0) return false;
  return true;
}
