import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import type { TestDatabase } from './database.ts';
import { askForCode, guestInFlow } from './guest-in-flow.ts';
import type { TestImap } from './imap.ts';
import { until } from './process.ts';
import { TestSmtp } from './smtp.ts';

export const MAIL_FROM = 'Example Ltd <no-reply@portal.example>';

interface PortalOptions {
  readonly database?: TestDatabase;
  readonly smtp?: TestSmtp;
  readonly mailbox?: string;
  readonly url?: string;
}

interface Portal {
  readonly app: TestApp;
  readonly smtp: TestSmtp;
  /** The mailbox for bounces. */
  readonly mailbox: string;
}

export async function portalWithMailbox(imap: TestImap, options: PortalOptions = {}): Promise<Portal> {
  const { database, smtp = await TestSmtp.start(), mailbox = `box-${randomUUID()}`, url = imap.url(mailbox) } = options;
  const env = { SMTP_URL: smtp.url, MAIL_FROM, BOUNCE_IMAP_URL: url };
  return { app: await startApp({ env, ...(database && { database }) }), smtp, mailbox };
}

/** Reads bounces until only these messages are left in the mailbox. */
export const untilRead = (imap: TestImap, app: TestApp, mailbox: string, left: readonly string[] = []) =>
  until('the mailbox was read', async () => {
    await app.bounces?.read();
    const there = await imap.left(mailbox);
    // Compares the length too: a message may have an empty subject.
    return there.length === left.length && there.every((subject, index) => subject === left[index]);
  });

/** A guest asks for a code; returns the email and its return address. */
export async function sentMail({ app, smtp }: Pick<Portal, 'app' | 'smtp'>, recipient = 'guest@far.example') {
  const number = smtp.received.length + 1;
  const { client, id } = await guestInFlow(app);
  expect((await askForCode(app, client, { email: recipient })).statusCode).toBe(200);
  const mail = await smtp.mail(number);
  await until('the email is known to be sent', async () => (await mailTo(app, recipient)).state === 'sent');
  return { client, id, mail, to: mail.returnPath, recipient };
}

export const mailTo = (app: TestApp, recipient: string) =>
  app.db
    .selectFrom('outbox')
    .select(['id', 'state', 'error', 'bounced_at', 'sealed'])
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow();

/** The notifications about undelivered emails. */
export async function mailFailures(app: TestApp) {
  await app.notifications.settle();
  const rows = app.db.selectFrom('notifications').select(['message', 'count']).where('type', '=', 'mail_failure');
  return rows.orderBy('id').execute();
}

/** How many messages of each kind this process has read. */
export const kindsRead = (app: TestApp) =>
  Object.fromEntries([...(app.bounces?.counts() ?? [])].filter(([, count]) => count > 0));
