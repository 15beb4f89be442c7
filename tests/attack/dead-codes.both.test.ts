import { expect, test } from 'vitest';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { until } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';
import { WebhookTarget } from '../support/webhook-target.ts';

const WRONG = 'somebody.else@example.com';
const RIGHT = 'guest@example.com';

async function start() {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  await smtp.close();
  return { smtp, app };
}

const mails = (app: TestApp) =>
  app.db.selectFrom('outbox').select(['recipient', 'state', 'sealed']).orderBy('id').execute();

const triedInVain = (app: TestApp) =>
  until('it was tried in vain', async () => {
    const rows = await app.db.selectFrom('outbox').select(['state', 'attempts']).execute();
    return rows.some(({ attempts }) => attempts > 0) && rows.every(({ state }) => state !== 'sending');
  });

/** Of those that were asked for while no mail server answered, only the last is still needed. */
async function expectOnlyLast({ app, smtp }: Awaited<ReturnType<typeof start>>, wanted: readonly string[]) {
  await smtp.open();
  await until('none waits any more', async () => {
    app.clock.advance(5_000);
    await app.outbox.work();
    return (await mails(app)).every(({ state }) => state === 'sent' || state === 'expired');
  });
  expect(await mails(app)).toEqual(
    wanted.map((recipient, index) => ({
      recipient,
      state: index === wanted.length - 1 ? 'sent' : 'expired',
      sealed: null,
    })),
  );
  expect(smtp.received.map(({ to }) => to)).toEqual(wanted.slice(-1));
}

test('A code that was replaced is no longer mailed, least of all to a wrong address', async () => {
  const portal = await start();
  const guest = portal.app.client();
  const wanted = [WRONG, RIGHT, RIGHT];
  for (const email of wanted) {
    portal.app.clock.advance(1_000);
    expect((await guest.post('/api/user/send-verification-code', { email })).statusCode).toBe(200);
    await triedInVain(portal.app);
  }
  await expectOnlyLast(portal, wanted);
});

test('Events about a guest wait on when the guest asks for another code', async () => {
  const target = await WebhookTarget.start();
  const app = await startApp({ env: target.eventsEnv });
  target.behaviour = 500;
  const guest = app.client();
  await guest.get('/api/guest/help');
  expect((await guest.post('/api/guest/help', { reason: 'no_mail' })).statusCode).toBe(200);
  const events = () =>
    app.db.selectFrom('outbox').select(['state', 'expires_at']).where('channel', '=', 'events').execute();
  await until('an event waits', async () => (await events()).length > 0);
  const before = (await events()).map(({ expires_at }) => expires_at);
  expect((await guest.post('/api/user/send-verification-code', { email: RIGHT })).statusCode).toBe(200);
  expect((await events()).slice(0, before.length).map(({ expires_at }) => expires_at)).toEqual(before);
});

test('A code for a new email address that was replaced is no longer mailed', async () => {
  const portal = await start();
  await createAccount(portal.app);
  const mira = await signedIn(portal.app);
  const wanted = [WRONG, RIGHT];
  for (const email of wanted) {
    portal.app.clock.advance(1_000);
    expect((await mira.post('/api/auth/email-change', { email })).statusCode).toBe(200);
    await triedInVain(portal.app);
  }
  await expectOnlyLast(portal, wanted);
});

test('A password that was replaced is no longer mailed, nor one to an address that was replaced', async () => {
  const { app, smtp } = await start();
  const admin = await signedIn(app, ADMIN);
  const users = '/api/admin/users';
  const created = await admin.post(users, { username: 'newcomer', email: WRONG, sendByMail: true });
  const { id } = created.json();
  await triedInVain(app);
  const edit = { method: 'PATCH', url: `${users}/${id}`, payload: { email: RIGHT } } as const;
  expect((await admin.request(edit)).statusCode).toBe(200);
  const passwords = [created.json().temporaryPassword as string];
  for (let times = 0; times < 2; times += 1) {
    const reset = await admin.post(`${users}/${id}/reset-password`, { sendByMail: true });
    passwords.push(reset.json().temporaryPassword);
    await triedInVain(app);
  }
  await smtp.open();
  await until('none waits any more', async () => {
    app.clock.advance(5_000);
    await app.outbox.work();
    return (await mails(app)).every(({ state }) => state === 'sent' || state === 'expired');
  });
  const mailed = smtp.received.flatMap(({ to, text }) => passwords.filter((one) => text.includes(one)).map(() => to));
  expect(mailed).toEqual([RIGHT]);
  expect(smtp.received.some(({ text }) => text.includes(passwords[2] as string))).toBe(true);
});
