import { expect, test } from 'vitest';
import type { Charts, SecurityCheck } from '../../../contract/dashboard.ts';
import { attemptSignIn, createAccount, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp } from '../../../tests/support/app.ts';
import { insertUsers } from '../../../tests/support/many-users.ts';

test('the four numbers are what they say', async () => {
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
});

test('the charts have 24 hours and the steps of guests', async () => {
  const app = await startApp();
  await createAccount(app);
  await attemptSignIn(app, app.client(), { password: 'wrong password' });
  app.clock.advance(60 * 60_000);
  await signedIn(app);
  const guests = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map((ip) => app.client({ ip }));
  for (const guest of guests) await guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await guests[0]?.post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await guests[0]?.post('/api/guest/submit-email', { email: 'guest@example.com' });
  const admin = await signedIn(app, ADMIN);
  const charts: Charts = (await admin.get('/api/admin/charts')).json();
  expect(charts.hours).toHaveLength(24);
  expect(charts.hours.at(-1)).toMatchObject({ signIns: 2, failures: 0 });
  expect(charts.hours.at(-2)).toMatchObject({ signIns: 0, failures: 1 });
  expect(charts.funnel).toEqual({ entered: 3, gaveAddress: 1, enteredCode: 0, verified: 0 });
});

test('the security check finds what is wrong, and what has been put right', async () => {
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
    captcha: 'pass',
    chat: 'pass',
    'failed-sign-ins': 'pass',
    locked: 'pass',
    'idle-admins': 'pass',
    backup: 'warning',
  });
  await admin.post('/api/admin/change-password', { currentPassword: ADMIN.password, newPassword: 'another password' });
  await createAccount(app, { role: 'admin', username: 'away' });
  await app.db.updateTable('users').set({ updated_at: 0 }).where('username', '=', 'away').execute();
  // Of one account, from two networks.
  for (const client of [app.client(), app.client()])
    for (let guess = 0; guess < 5; guess += 1)
      await attemptSignIn(app, client, { username: 'away', password: 'wrong password' });
  expect(await results()).toMatchObject({ 'first-run-password': 'pass', locked: 'warning', 'idle-admins': 'warning' });
  const checks: SecurityCheck[] = (await admin.get('/api/admin/security-check')).json();
  expect(checks.find(({ id }) => id === 'locked')?.advice).toMatch(/sign in to 1 account has to wait/);
});
