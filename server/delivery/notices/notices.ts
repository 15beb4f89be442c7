import * as z from 'zod';
import { COMMAND_LINE_ID } from '../../../contract/log/activity.rules.ts';
import { DAY_MS } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { Trx, UserRow } from '../../db/tables.ts';
import { accountLanguage } from '../../languages.ts';
import { takeFromLimits } from '../../limits/database-counts.ts';
import { countOf } from '../../limits/limit.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { Actor, Visitor } from '../../visitor/visitor.ts';
import { defineMail, type MailOutbox } from '../mail.ts';
import { addressKey } from '../mail-limits.ts';
import type { Fact } from '../mail-writer.ts';
import { usernameForMail } from '../username-in-email.ts';

/** Stored: the next version must still know them. */
export const NOTICES = [
  'new device',
  'second step failed',
  'password changed',
  'password reset',
  'second factor added',
  'second factor removed',
  'second factor reset',
  'single sign-on linked',
  'single sign-on unlinked',
  /** Goes to the old email address. */
  'e-mail changed',
  /** Goes to the new email address. */
  'e-mail set',
  'became staff',
  'role changed',
] as const;
export type Notice = (typeof NOTICES)[number];

const Payload = z.object({
  organisation: z.string(),
  username: z.string(),
  notice: z.enum(NOTICES),
  at: z.number(),
  from: z.object({ device: z.string(), location: z.string() }).nullable(),
});

/** No link: readers used to links fall for phishing. */
export const noticeMail = defineMail('account-notice', Payload, (payload, writer) => {
  const { organisation, username, notice, at, from } = payload;
  const { mails, say, paragraph, smallParagraph } = writer;
  const title = say(mails.notices[notice].title);
  const labels = mails.facts;
  const name = usernameForMail(username);
  const facts: Fact[] = [[labels.time, mails.time(at)]];
  if (name !== null) facts.unshift([labels.account, name]);
  if (from === null) facts.push([labels.by, labels.supportTeam]);
  else facts.push([labels.device, writer.device(from.device)], [labels.location, writer.location(from.location)]);
  return {
    organisation,
    subject: say(mails.titleAt, { title, organisation }),
    title,
    blocks: [
      paragraph(say(mails.notices[notice].sentence)),
      writer.facts(facts),
      paragraph(say(mails.notYou)),
      smallParagraph(say(mails.noLinks)),
    ],
  };
});

const EXPIRES_AFTER_MS = 7 * DAY_MS;
/** After emails that someone is waiting for. */
const TURN_IN_BULK = 1_000_000;

export interface NoticeDeps extends Pick<Core, 'config' | 'clock' | 'keys'> {
  readonly outbox: Pick<MailOutbox, 'put'>;
}

type Owner = Pick<UserRow, 'username' | 'email' | 'language' | 'signed_in_language'>;

/** A limit per kind, so that many new devices can't suppress the notice of a changed password. */
export async function notifyOwner(
  trx: Trx,
  { config, clock, keys, outbox }: NoticeDeps,
  owner: Owner,
  notice: Notice,
  from: Visitor | null,
  turn = 0,
): Promise<void> {
  const { username, email } = owner;
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
      language: accountLanguage(owner),
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

/** Limited, because staff choose these addresses and could spam anyone. */
async function takeFromStaff(trx: Trx, { clock }: NoticeDeps, actor: Actor, kind: string): Promise<boolean> {
  // One by one, because nothing is rolled back here.
  for (const count of [countOf(LIMITS.noticesByStaff, actor.userId, kind), countOf(LIMITS.noticesByAllStaff, kind)])
    if ((await takeFromLimits(trx, [count], clock.now())) > 0) return false;
  return true;
}
