import { expect, test } from 'vitest';
import type { SecurityCheck, SetupStep } from '../../../contract/dashboard/dashboard.ts';
import { attemptSignIn, createAccount, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp } from '../../../tests/support/app.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { insertUsers } from '../../../tests/support/many-users.ts';
import { until } from '../../../tests/support/process.ts';
import { addTotp } from '../../../tests/support/second-factor.ts';
import { TestSmtp } from '../../../tests/support/smtp.ts';

test('The four numbers of the dashboard are right', async () => {
  const app = await startApp();
  const mira = await createAccount(app);
  await insertUsers(app, [{ username: 'u1' }, { username: 'u2' }]);
  await app.db.updateTable('users').set({ status: 'needs_auth' }).where('username', '=', 'u1').execute();
  await attemptSignIn(app, app.client(), { password: 'wrong password' });
  await signedIn(app);
  const admin = await signedIn(app, ADMIN);
  await admin.post('/api/admin/redirects', { userId: mira.id, destinationPath: '/terms-agreement' });
  await admin.post('/api/admin/redirects', {
    userId: mira.id,
    destinationPath: '/terms-agreement',
    isPersistent: true,
  });
  await admin.post('/api/admin/guest-prompt', { guestIp: '203.0.113.9' });
  const stats = async () => (await admin.get('/api/admin/stats')).json();
  expect(await stats()).toEqual({ totalUsers: 4, onlineUsers: 2, pendingActions: 3, securityAlerts: 1 });
  app.clock.advance(5 * 60_000);
  await admin.get('/api/auth/user');
  expect(await stats()).toMatchObject({ onlineUsers: 1 });
  await admin.request({ method: 'DELETE', url: `/api/admin/users/${mira.id}` });
  app.clock.advance(5_000);
  expect(await stats()).toMatchObject({ totalUsers: 3 });
});

test('The security check finds problems, and passes once they are fixed', async () => {
  const app = await startApp({ env: { PUBLIC_URL: 'http://portal.example' } });
  const admin = await signedIn(app, ADMIN);
  const results = async () => {
    const checks: SecurityCheck[] = (await admin.get('/api/admin/security-check')).json();
    for (const { advice } of checks) expect(advice).toMatch(/^[A-Z0-9"].*\.$/);
    return Object.fromEntries(checks.map(({ id, result }) => [id, result]));
  };
  expect(await results()).toEqual({
    'first-run-password': 'fail',
    'public-url': 'fail',
    mail: 'fail',
    'mail-encryption': 'not_set_up',
    'mail-signature': 'not_set_up',
    'returned-mail': 'not_set_up',
    captcha: 'pass',
    chat: 'not_set_up',
    'failed-sign-ins': 'pass',
    locked: 'pass',
    'idle-admins': 'pass',
    'audit-trail': 'pass',
    backup: 'warning',
  });
  await addTotp(app, admin);
  await admin.post('/api/admin/change-password', { currentPassword: ADMIN.password, newPassword: 'another password' });
  await createAccount(app, { role: 'admin', username: 'away' });
  await app.db.updateTable('users').set({ active_at: 0 }).where('username', '=', 'away').execute();
  // Of one account, from two networks.
  for (const client of [app.client(), app.client()])
    for (let guess = 0; guess < 5; guess += 1)
      await attemptSignIn(app, client, { username: 'away', password: 'wrong password' });
  expect(await results()).toMatchObject({ 'first-run-password': 'pass', locked: 'warning', 'idle-admins': 'warning' });
  const checks: SecurityCheck[] = (await admin.get('/api/admin/security-check')).json();
  expect(checks.find(({ id }) => id === 'locked')?.advice).toMatch(/Sign-ins to 1 account are delayed/);
});

test('The security check reports the mail server without addresses', async () => {
  const smtp = await TestSmtp.start();
  await smtp.close();
  const app = await startApp({ env: { SMTP_URL: smtp.url, MAIL_RATE: '120' } });
  const admin = await signedIn(app, ADMIN);
  const check = async (id = 'mail') => {
    const checks: SecurityCheck[] = (await admin.get('/api/admin/security-check')).json();
    const { result, advice } = checks.find((one) => one.id === id) as SecurityCheck;
    return [result, advice];
  };
  expect(await check()).toEqual(['warning', 'A mail server is set up, but no email has been sent yet.']);
  for (const name of ['ann', 'ben', 'eve'])
    await app.client().post('/api/user/send-verification-code', { email: `${name}.secretive@example.com` });
  const inState = async (state: 'queued' | 'sent') =>
    (await app.db.selectFrom('outbox').select('id').where('state', '=', state).execute()).length;
  await until('the circuit is open', async () => app.outbox.openCircuit() !== null && (await inState('queued')) === 3);
  expect(await check()).toEqual([
    'fail',
    'No email has been sent for less than a minute. The mail server refused the connection (ECONNREFUSED). 3 emails are waiting.',
  ]);
  app.clock.advance(2 * 60_000);
  expect((await check())[1]).toMatch(/^No email has been sent for 2 minutes\. /);
  await smtp.open();
  await until('all have come', async () => {
    app.clock.advance(5_000);
    await app.outbox.work();
    return (await inState('sent')) === 3;
  });
  const told =
    'The mail server accepted the last email less than a minute ago. No emails are waiting, and at most 120 are sent per minute.';
  expect(await check()).toEqual(['pass', told]);
  app.clock.advance(20 * 60_000);
  expect(await check()).toEqual(['pass', told.replace('less than a minute', '20 minutes')]);
  expect((await check('mail-encryption'))[0]).toBe('pass');
});

test.for<[Record<string, string>, string | undefined]>([
  [{}, undefined],
  [{ OUTCOME_RECEIPT: 'true' }, 'warning'],
  [{ OUTCOME_RECEIPT: 'true', EXIT_HOSTS: 'shop.example' }, 'pass'],
])('With %j the check of receipts says: %s', async ([env, expected]) => {
  const app = await startApp({ env });
  const checks: SecurityCheck[] = (await (await signedIn(app, ADMIN)).get('/api/admin/security-check')).json();
  expect(checks.find(({ id }) => id === 'receipts')?.result).toBe(expected);
});

test('Each line of the security check links to where it is fixed', async () => {
  const app = await startApp();
  const { id } = await createAccount(app, { role: 'admin', username: 'vera' });
  const remedies = async (client: HttpClient) => {
    const checks: SecurityCheck[] = (await client.get('/api/admin/security-check')).json();
    return Object.fromEntries(
      checks.map(({ id: check, remedy }) => [check, 'href' in remedy ? remedy.href : remedy.code]),
    );
  };
  const admin = await signedIn(app, ADMIN);
  expect(await remedies(admin)).toEqual({
    'first-run-password': '/admin/settings#password',
    'public-url': 'PUBLIC_URL',
    mail: 'SMTP_URL',
    'mail-encryption': 'SMTP_URL',
    'mail-signature': 'DKIM_KEY',
    'returned-mail': 'BOUNCE_IMAP_URL',
    captcha: 'CAPTCHA',
    chat: '/admin/settings#chat',
    'failed-sign-ins': '/admin/activity?filter=failed',
    locked: '/admin/activity?filter=failed',
    'idle-admins': '/admin/users?role=admin',
    'audit-trail': 'npm run audit -- verify',
    backup: 'npm run backup',
  });
  // Another admin cannot change it and reads who can.
  const { id: first } = (await admin.get('/api/auth/user')).json();
  expect(id).not.toBe(first);
  expect(await remedies(await signedIn(app, { username: 'vera' }))).toMatchObject({
    'first-run-password': `/admin/users?user=${first}`,
  });
});

test('The set-up card follows the steps from the first start, and is dismissed by one admin', async () => {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { PUBLIC_URL: 'https://portal.example', SMTP_URL: smtp.url } });
  const admin = await signedIn(app, ADMIN);
  const card = async (client = admin) =>
    (await client.get('/api/admin/setup')).json() as { dismissed: boolean; steps: SetupStep[] };
  const states = async () => Object.fromEntries((await card()).steps.map(({ id, state }) => [id, state]));
  const stepOf = async (id: SetupStep['id']) => (await card()).steps.find((step) => step.id === id);
  const save = async (changes: object) => {
    const before = (await admin.get('/api/admin/settings')).json();
    expect((await admin.post('/api/admin/settings', { ...before, ...changes })).statusCode).toBe(200);
  };
  expect(await states()).toEqual({
    password: 'open',
    'second-factor': 'open',
    mail: 'open',
    https: 'done',
    'exit-url': 'open',
    users: 'open',
    chat: 'optional',
  });
  for (const { advice } of (await card()).steps) expect(advice).toMatch(/^[A-Z].*\.$/);
  expect(await stepOf('exit-url')).toMatchObject({
    advice: 'No exit URL is set. Guests who leave see a plain page of this portal.',
    remedy: { href: '/admin/settings#exit-url' },
  });
  expect(await stepOf('mail')).toMatchObject({ remedy: { href: '/admin/users?add=1' } });

  await save({ exitUrl: 'https://example.com/' });
  expect(await states()).toMatchObject({ 'exit-url': 'open' });
  await save({ exitUrl: 'https://example.org/bye' });
  expect(await stepOf('exit-url')).toMatchObject({ state: 'done', advice: 'Guests leave for example.org.' });
  await admin.post('/api/admin/users', { username: 'mira', email: 'mira@example.com', role: 'user', sendByMail: true });
  await app.outbox.work();
  await until('the mail has gone out', async () => (await states()).mail === 'done');
  await addTotp(app, admin);
  await admin.post('/api/admin/change-password', { currentPassword: ADMIN.password, newPassword: 'another password' });
  expect(await states()).toEqual({
    password: 'done',
    'second-factor': 'done',
    mail: 'done',
    https: 'done',
    'exit-url': 'done',
    users: 'done',
    chat: 'optional',
  });

  await createAccount(app, { role: 'admin', username: 'vera' });
  const vera = await signedIn(app, { username: 'vera' });
  const put = (dismissed: boolean) => admin.request({ method: 'PUT', url: '/api/admin/setup', payload: { dismissed } });
  expect((await put(true)).json()).toEqual({ success: true });
  expect(await card()).toEqual({ dismissed: true, steps: [] });
  expect(await card(vera)).toMatchObject({ dismissed: false });
  await put(false);
  expect((await card()).steps).toHaveLength(7);
});

test('A proposed exit host does not count as set, and the card says so', async () => {
  const app = await startApp();
  await createAccount(app, { role: 'admin', username: 'vera' });
  const admin = await signedIn(app, ADMIN);
  const before = (await admin.get('/api/admin/settings')).json();
  await admin.post('/api/admin/settings', { ...before, exitUrl: 'https://example.org/bye' });
  const { steps } = (await admin.get('/api/admin/setup')).json() as { steps: SetupStep[] };
  expect(steps.find(({ id }) => id === 'exit-url')).toMatchObject({
    state: 'open',
    advice: 'The new exit URL takes effect when a second admin confirms it, or after a day.',
  });
});
