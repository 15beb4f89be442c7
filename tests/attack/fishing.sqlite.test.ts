import { expect, test } from 'vitest';
import { isPermission } from '../../contract/users/roles.rules.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp, type TestApp } from '../support/app.ts';
import { BOT_TOKEN, startBotApi } from '../support/bot-api.ts';
import type { HttpClient } from '../support/http-client.ts';
import { adminSocket } from '../support/live-socket.ts';
import { until } from '../support/process.ts';
import { describedRoutes } from '../support/routes.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

/** Another service's code, which a dishonest helper has talked the guest into typing into the address field. */
const FISHED = '493817';
const TYPED = [
  `${FISHED}@my-bank-code.co`,
  `My.Code-is-${FISHED}@gmail.com`,
  `code@my-savings-bank-${FISHED}.example`,
] as const;
/** Our own hexadecimal ids may contain the same digits. */
const TRACES = /(?<![\da-f])493817(?![\da-f])|my-bank-code|my\.code-is|my-savings-bank/i;

/** The columns that need the whole address, because the code is emailed to it. */
const KEPT: Readonly<Record<string, string>> = { guest_verifications: 'email', outbox: 'recipient' };

/** Every answer that an admin can read from an address without an id. */
async function answersFor(app: TestApp, admin: HttpClient): Promise<Record<string, string>> {
  const routes = (await describedRoutes(app)).filter(
    ({ method, path, access }) => method === 'GET' && isPermission(access) && !path.includes('{'),
  );
  expect(routes.length).toBeGreaterThan(10);
  const answers: Record<string, string> = {};
  for (const { path } of routes) answers[path] = (await admin.get(path)).body;
  return answers;
}

/** Every column of every table except those in `KEPT`. */
async function columnsOf(app: TestApp): Promise<Record<string, string>> {
  const columns: Record<string, string> = {};
  for (const { name } of await app.db.introspection.getTables()) {
    const rows = await app.db
      .selectFrom(name as 'users')
      .selectAll()
      .execute();
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (KEPT[name] !== column) columns[`${name}.${column}`] = `${columns[`${name}.${column}`] ?? ''}\n${value}`;
  }
  return columns;
}

test('Staff never see a code that a guest types into the address field', async () => {
  const smtp = await TestSmtp.start();
  const bot = await startBotApi();
  const app = await startApp({ env: { SMTP_URL: smtp.url, TELEGRAM_API_ROOT: bot.url } });
  const port = await listening(app);
  const admin = await signedIn(app, ADMIN);
  const { termsText: _, ...settings } = (await admin.get('/api/admin/settings')).json();
  await admin.post('/api/admin/settings', { ...settings, telegramBotToken: BOT_TOKEN, telegramChatId: '42' });
  const page = await adminSocket(port, admin);

  for (const [index, email] of TYPED.entries()) {
    const guest = app.client();
    await guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });
    await admin.post('/api/admin/guest-prompt', { guestIp: guest.ip, message: settings.emailPromptMessage });
    await guest.get('/api/guest/check-prompt');
    // The last email is rejected, and the mail server repeats the address in its reason.
    smtp.behaviour = index === TYPED.length - 1 ? 'permanent-failure' : 'accept';
    smtp.refusal = `<${email}>: no ${email.split('@')[0]} at ${email.split('@')[1]?.toUpperCase()}`;
    expect((await guest.post('/api/guest/submit-email', { email })).statusCode).toBe(200);
    expect((await guest.post('/api/user/send-verification-code', { email })).statusCode).toBe(200);
    await guest.post('/api/guest/log-activity', { page: 'Verify Code Page', email });
    await guest.post('/api/guest/submit-code', { email, code: '000000' });
    await guest.post('/api/user/verify-code', { email, code: 'no code' });
    await guest.post('/api/guest/code-processed', { email, code: 'no code', success: true });
    await until('the email is sent or rejected', async () => {
      const rows = await app.db.selectFrom('outbox').select('state').where('recipient', '=', email).execute();
      return rows.every(({ state }) => state === 'sent' || state === 'failed');
    });
  }
  await app.presence.settle();
  await app.notifications.settle();
  await until('the chat is notified of the email', () => bot.requests.some(({ text }) => text.includes('delivered')));
  await until('the page is notified of the email', () => JSON.stringify(page.heard).includes('could not be delivered'));

  const answers = await answersFor(app, admin);
  expect(answers['/api/admin/activity']).toContain('"email":"…@m…e.co"');
  expect(answers['/api/admin/guests']).toContain('"error":"550 The email was rejected"');
  for (const [place, text] of Object.entries({
    ...answers,
    ...(await columnsOf(app)),
    socket: JSON.stringify(page.heard),
    chat: JSON.stringify(bot.requests),
    log: app.logged.join(''),
  }))
    expect([place, TRACES.exec(text)?.[0] ?? null]).toEqual([place, null]);

  for (const email of TYPED) {
    const found = (await admin.get(`/api/admin/activity?q=${encodeURIComponent(email.toUpperCase())}`)).json();
    expect([email, found.map(({ action }: { action: string }) => action)]).toEqual([email, ['email_entry']]);
  }
  for (const part of [FISHED, `${FISHED}@`, 'my-bank-code.co']) {
    const found = (await admin.get(`/api/admin/activity?q=${part}`)).json();
    // An admin's id may contain these digits.
    expect(found.filter(({ userId }: { userId: string | null }) => userId?.startsWith('guest_'))).toEqual([]);
  }
});

test('The activity log masks an address until its owner has entered the code', async () => {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  const admin = await signedIn(app, ADMIN);
  const guest = app.client();
  const email = 'mira1985@company.com';
  await guest.post('/api/guest/submit-email', { email });
  await guest.post('/api/user/send-verification-code', { email });
  const shown = async () => {
    const entries = (await admin.get('/api/admin/activity')).json() as { action: string; details: unknown }[];
    return entries.filter(({ action }) => /email_entry|code_/.test(action)).map(({ details }) => details);
  };
  expect(await shown()).toEqual([{ email: 'm…@c…y.com' }]);
  const code = codeIn(await smtp.mail());
  app.clock.advance(1_000);
  await guest.post('/api/user/verify-code', { email, code });
  expect(await shown()).toEqual([{ email }, { email: 'm…@c…y.com' }]);
});
