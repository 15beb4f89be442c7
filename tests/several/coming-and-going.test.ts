import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/process.ts';
import { Several } from '../support/several.ts';
import { TestSmtp } from '../support/smtp.ts';
import type { Visitor } from '../support/visitor.ts';
import { Load, PEOPLE } from './load.ts';
import { AT_ONCE_MS } from './portal.ts';

let several: Several;
let smtp: TestSmtp;
let admin: Visitor;

beforeAll(async () => {
  smtp = await TestSmtp.listening();
  several = await Several.start(4, { SMTP_URL: smtp.url });
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

const VICTIM = 0;

/** The others stand still for a moment, so that it is this one that sends it. */
async function letItTakeAMail(): Promise<void> {
  smtp.behaviour = 'slow';
  const others = several.servers.filter((_, index) => index !== VICTIM);
  for (const server of others) server.kill('SIGSTOP');
  const asked = await several.at(VICTIM).ask('POST', '/api/user/send-verification-code', { email: TAKEN });
  expect(asked.status).toBe(200);
  await until('it is sending the mail', () => smtp.waiting > 0);
  for (const server of others) server.kill('SIGCONT');
}

const TAKEN = 'taken@example.com';
/** As long as a process may be silent about the mails that it has taken, and a little more. */
const MAIL_WITHIN_MS = 20_000;

test('one that is killed under load takes nothing with it that was acknowledged', async () => {
  const suspended = await several.account({ username: 'suspended' });
  const user = await several.signedIn('suspended');
  await Promise.all(several.atEach(user).map((each) => each.ask('GET', '/api/auth/user')));
  const prompted = several.visitor();
  const redirected = several.visitor();
  const staff = several.at(VICTIM, admin);
  const page = await several.socket(admin, several.portOf(VICTIM));

  await letItTakeAMail();
  const load = new Load(several, admin);
  await until('the load runs', () => load.answered > 50);
  const redirect = { guestIp: redirected.ip, isGuestRedirect: true, destinationPath: '/user/verify-code' };
  const told = await Promise.all([
    staff.ask('PATCH', `/api/admin/users/${suspended.id}/status`, { status: 'suspended' }),
    staff.ask('POST', '/api/admin/guest-prompt', { guestIp: prompted.ip }),
    staff.ask('POST', '/api/admin/redirects', redirect),
  ]);
  const victim = several.server(VICTIM);
  victim.kill('SIGKILL');
  expect(told.map(({ status }) => status)).toEqual([200, 200, 200]);
  await victim.exited;
  await until('the mail server has noticed', () => smtp.hungUp > 0);
  smtp.behaviour = 'accept';
  smtp.release();

  const others = [1, 2, 3];
  const answers = (visitor: Visitor, path: string) =>
    Promise.all(others.map((index) => several.at(index, visitor).ask('GET', path)));
  await until(
    'nobody lets the suspended one in',
    async () => (await answers(user, '/api/auth/user')).every(({ status }) => status === 401),
    AT_ONCE_MS,
  );
  const prompts = await answers(prompted, '/api/guest/check-prompt');
  expect(prompts.map(({ body }) => body.showPrompt)).toEqual([true, true, true]);
  const moves = await answers(redirected, '/api/guest/check-redirect');
  expect(moves.map(({ body }) => body.redirect).filter((found) => found !== null)).toEqual(['/user/verify-code']);

  await until('the page of the admin notices', () => page.state.ended !== null, AT_ONCE_MS);
  const again = await several.socket(admin);
  const answeredBefore = load.answered;
  await until('the others serve on', () => load.answered > answeredBefore + 50);
  expect(again.heard.map(({ type }) => type)).toContain('guests_changed');
  await load.end();
  // What each of them was waiting for at that moment, and nothing later.
  expect(load.failures.length).toBeLessThanOrEqual(PEOPLE);
  expect(await load.lost()).toEqual([]);

  await several.replace(VICTIM);
});

test('one after the other is stopped and started again under load, and no request fails', async () => {
  const load = new Load(several, admin);
  for (const index of several.servers.keys()) {
    const server = several.server(index);
    const page = await several.socket(admin, several.portOf(index));
    const before = load.answered;
    server.kill('SIGTERM');
    const health = () => several.at(index).ask('GET', '/healthz');
    await until('it says that it is leaving', async () => (await health()).body.error === 'closing', AT_ONCE_MS);
    // Who has not noticed yet is served as ever.
    expect((await several.at(index, admin).ask('GET', '/api/admin/guests')).status).toBe(200);
    const { code, afterMs } = await server.exited;
    expect([code, afterMs < 5_000, page.state.ended !== null]).toEqual([0, true, true]);
    await several.replace(index);
    await until('it serves again', async () => (await health()).status === 200);
    expect(load.answered).toBeGreaterThan(before + 50);
  }
  await load.end();
  expect(load.failures).toEqual([]);
  expect(await load.lost()).toEqual([]);
});

test('the mail that the killed one was sending is sent by another one, once', async () => {
  await until('it has come', () => smtp.received.length > 0, MAIL_WITHIN_MS);
  const outcome = await several.db.selectFrom('outbox').select(['state', 'attempts']).execute();
  expect(outcome).toEqual([{ state: 'sent', attempts: 2 }]);
  expect(smtp.received.map(({ to }) => to)).toEqual([TAKEN]);
});

test('at a terminal nobody has to wait for a proxy', async () => {
  several.server(VICTIM).kill('SIGINT');
  const { code, afterMs } = await several.server(VICTIM).exited;
  expect([code, afterMs < 1_500]).toEqual([0, true]);
});
