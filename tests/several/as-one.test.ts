import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/process.ts';
import { Several } from '../support/several.ts';
import { TestSmtp } from '../support/smtp.ts';
import type { Visitor } from '../support/visitor.ts';
import { processesComeAndGo } from './coming-and-going.ts';
import { guestsAreSeen, staysAndGoes } from './guests.ts';
import { limitsHold } from './limits.ts';
import { newsArrives } from './news.ts';
import type { Portal } from './portal.ts';
import { sessionsEnd } from './sessions.ts';
import { guestsAndUsersAreSteered } from './steering.ts';

let several: Several;
let smtp: TestSmtp;
let admin: Visitor;
const portal: Portal = { several: () => several, smtp: () => smtp, admin: () => admin };

beforeAll(async () => {
  smtp = await TestSmtp.listening();
  several = await Several.start(4, { SMTP_URL: smtp.url, SELF_REGISTRATION: 'true', LOG_LEVEL: 'warn' });
});

afterAll(async () => {
  await several?.close();
  await smtp?.close();
});

test('four that start at the same moment on an empty database all come up, with one admin between them', async () => {
  const passwords = several.servers.flatMap(({ output }) => /Password: (\S+) \(shown once/.exec(output())?.[1] ?? []);
  expect(passwords).toHaveLength(1);
  expect(await several.db.selectFrom('users').select(['username', 'role']).execute()).toEqual([
    { username: 'admin', role: 'admin' },
  ]);
  admin = await several.signedIn('admin', passwords[0]);
});

const HELD = 'held@example.com';
const outcomeOf = (email: string) =>
  several.db.selectFrom('outbox').select(['state', 'attempts']).where('recipient', '=', email).execute();

test('a mail server takes its time for one mail', async () => {
  smtp.behaviour = 'slow';
  smtp.isSlowFor = (recipient) => recipient === HELD;
  await several.visitor().ask('POST', '/api/user/send-verification-code', { email: HELD });
  await until('it is being sent', () => smtp.waiting === 1);
});

const later = staysAndGoes(portal);
sessionsEnd(portal);
limitsHold(portal);
guestsAndUsersAreSteered(portal);
newsArrives(portal);
guestsAreSeen(portal);

test('sixty mails that are asked for at once are sent once each', async () => {
  const before = smtp.received.length;
  const addresses = Array.from({ length: 60 }, (_, index) => `one-of-many-${index}@example.com`);
  const answers = await Promise.all(
    addresses.map((email) => several.visitor().ask('POST', '/api/user/send-verification-code', { email })),
  );
  expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200));
  const rows = () => several.db.selectFrom('outbox').select('state').where('recipient', 'in', addresses).execute();
  await until('all are sent', async () => (await rows()).every(({ state }) => state === 'sent'));
  const received = smtp.received.slice(before).map(({ to }) => to);
  expect(received.sort()).toEqual(addresses.sort());
});

test('settings that are saved on one count on all', async () => {
  const { body: settings } = await admin.ask('GET', '/api/admin/settings');
  const { termsText: _, ...rest } = settings;
  const saved = { ...rest, exitUrl: 'https://example.org/thanks', emailPromptMessage: 'Your address, please' };
  expect((await several.at(0, admin).ask('POST', '/api/admin/settings', saved)).status).toBe(200);
  await until(
    'every process has them',
    async () => {
      const all = await Promise.all(several.atEach(admin).map((each) => each.ask('GET', '/api/admin/settings')));
      return all.every(({ body }) => body.exitUrl === saved.exitUrl);
    },
    1_000,
  );
});

later();

test('the mail that took longer than a dead process is waited for is still sent once', async () => {
  expect(await outcomeOf(HELD)).toEqual([{ state: 'sending', attempts: 1 }]);
  smtp.release();
  await until('it is sent', async () => (await outcomeOf(HELD))[0]?.state === 'sent');
  expect(smtp.received.filter(({ to }) => to === HELD)).toHaveLength(1);
});

processesComeAndGo(portal);
