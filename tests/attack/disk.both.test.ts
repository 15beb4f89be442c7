import { expect, inject, test } from 'vitest';
import { attemptSignIn, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { TestSmtp } from '../support/smtp.ts';

const GB = 1024 ** 3;

test('A nearly full disk refuses page views, but no codes, sign-ins or staff', async () => {
  const smtp = await TestSmtp.start();
  const space = { free: 10 * GB, size: 20 * GB };
  const app = await startApp({ spaceAt: async () => space, env: { SMTP_URL: smtp.url } });
  const admin = await signedIn(app, ADMIN);
  const guest = app.client({ ip: '203.0.113.9' });
  const view = (page: string) => guest.post('/api/guest/log-activity', { page });
  expect((await view('Email Entry Page')).statusCode).toBe(200);

  space.free = 0.9 * GB;
  await app.disk.look();
  await app.disk.look();
  const refused = await view('Verify Code Page');
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().error]).toEqual([
    429,
    '60',
    'too_many_requests',
  ]);
  const email = 'guest@example.com';
  expect((await guest.post('/api/user/send-verification-code', { email })).statusCode).toBe(200);
  await smtp.mail(1);
  expect((await attemptSignIn(app, app.client(), ADMIN)).statusCode).toBe(200);
  expect((await admin.post('/api/admin/users', { username: 'somebody' })).statusCode).toBe(200);
  const logs = (await admin.get('/api/admin/guest-logs')).json() as { id: string }[];
  const deletion = {
    method: 'DELETE',
    url: '/api/admin/guest-logs',
    payload: { logIds: logs.map(({ id }) => id) },
  } as const;
  expect((await admin.request(deletion)).json()).toEqual({ deletedCount: 1 });
  expect(app.logged.filter((line) => line.includes('the disk is nearly full'))).toHaveLength(1);
  // The server does not watch the disk of a PostgreSQL server.
  if (inject('database') === 'sqlite') {
    await app.notifications.settle();
    const notifications = (await admin.get('/api/admin/notifications?type=storage')).json();
    expect(notifications).toMatchObject([{ title: 'Disk nearly full', severity: 'error', count: 1 }]);
  }

  // A little more space is not enough: the disk would soon be nearly full again.
  space.free = 1.1 * GB;
  await app.disk.look();
  expect((await view('Verify Code Page')).statusCode).toBe(429);
  space.free = 2 * GB;
  await app.disk.look();
  expect((await view('Verify Code Page')).statusCode).toBe(200);
});
