import { expect, test } from 'vitest';
import { guestUserId } from '../../contract/log/activity.rules.ts';
import { captchaToken, createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { changesBy } from '../support/contents.ts';
import type { HttpClient } from '../support/http-client.ts';
import { until } from '../support/process.ts';
import { describedRoutes } from '../support/routes.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

/** Fields that an attacker adds to a body, in the spelling of the API and of the database. */
const extras = (victimId: string) => ({
  id: victimId,
  user_id: victimId,
  guest_id: victimId,
  guest_secret: victimId,
  isAdmin: true,
  is_admin: 1,
  admin: true,
  roles: ['admin'],
  permissions: ['*'],
  access: 'admin',
  username_key: 'admin',
  email_key: 'admin@example.com',
  name_key: 'admin',
  search: 'admin',
  password_hash: 'none',
  passwordHash: 'none',
  password_state: 'own',
  passwordState: 'own',
  temporary_password: 'none',
  mustChangePassword: false,
  authType: 'none',
  auth_type: 'none',
  profileImageUrl: 'https://evil.example/picture.svg',
  profile_image_url: 'https://evil.example/picture.svg',
  emailVerified: true,
  verified: true,
  verified_at: 1,
  outcome: 'accepted',
  tries: -100,
  code_hash: 'none',
  expiresAt: '2099-01-01T00:00:00Z',
  expires_at: 4_000_000_000_000,
  createdAt: '2001-01-01T00:00:00Z',
  created_at: 1,
  updatedAt: '2001-01-01T00:00:00Z',
  updated_at: 1,
  completedAt: '2001-01-01T00:00:00Z',
  completed_at: 1,
  accepted_at: 1,
  ip_address: '203.0.113.66',
  ipAddress: '203.0.113.66',
  guest_ip: '203.0.113.66',
  is_persistent: 1,
  adminId: victimId,
});

/** The extra fields that a row took over. */
const takenOver = (row: object, sent: object) =>
  Object.entries(sent).filter(([name, value]) => (row as Record<string, unknown>)[name] === value);

interface Call {
  readonly client: HttpClient;
  readonly method?: 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly body: object;
  /** More extra fields, which other calls know as their own. */
  readonly more?: object;
}

async function twoUsers(app: TestApp) {
  const victim = await createAccount(app, { username: 'victim', email: 'victim@example.com' });
  const user = await createAccount(app, { username: 'mallory', email: 'mallory@example.com' });
  const send = async ({ client, method = 'POST', url, body, more }: Call) => {
    const answer = await client.request({ method, url, payload: { ...extras(victim.id), ...more, ...body } });
    expect([url, answer.statusCode, answer.body]).toEqual([url, 200, answer.body]);
    return answer;
  };
  const rowOf = (username: string) =>
    app.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirstOrThrow();
  return { victim, user, send, rowOf, sent: extras(victim.id) };
}

test('A registration ignores extra fields: the new account is a plain user', async () => {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SELF_REGISTRATION: 'true', SMTP_URL: smtp.url } });
  const { send, rowOf, sent } = await twoUsers(app);
  const client = app.client();
  const changes = await changesBy(app, async () => {
    await send({
      client,
      url: '/api/auth/register',
      body: {
        username: 'newcomer',
        password: 'a long enough password',
        email: 'newcomer@example.com',
        recaptchaToken: await captchaToken(app),
      },
      more: { role: 'admin', status: 'active', userId: sent.id, token_hash: 'none' },
    });
  });
  expect(changes).toEqual(['outbox +', 'registrations +', 'used_captchas +']);
  const mail = await smtp.mail();
  const [, token] = /#token=(\S+)/.exec(mail.text) ?? [];
  await send({ client, url: '/api/auth/verify-email', body: { token }, more: { role: 'admin', username: 'admin2' } });
  const row = await rowOf('newcomer');
  expect(row).toMatchObject({ role: 'user', status: 'active', password_state: 'own', profile_image_url: null });
  expect(takenOver(row, sent)).toEqual([['password_state', 'own']]);
  await client.post('/api/auth/login', {
    username: 'newcomer',
    password: 'a long enough password',
    recaptchaToken: await captchaToken(app),
  });
  expect((await client.get('/api/admin/users')).statusCode).toBe(403);
});

test('A user changes only the fields of the form of their own account', async () => {
  const app = await startApp();
  const { user, victim, send, rowOf } = await twoUsers(app);
  const client = await signedIn(app, { username: 'mallory' });
  const more = {
    role: 'admin',
    status: 'suspended',
    userId: victim.id,
    username: 'admin2',
    email: 'admin@example.com',
  };
  const profile = await changesBy(app, () =>
    send({ client, method: 'PATCH', url: '/api/user/profile', body: { firstName: 'Mal' }, more }),
  );
  expect(profile).toEqual([
    'activity +',
    'notifications +',
    'profiles +',
    'users.first_name',
    'users.name_key',
    'users.search',
  ]);
  expect(await app.db.selectFrom('profiles').selectAll().execute()).toMatchObject([
    { user_id: user.id, completed_at: null },
  ]);
  const { version } = (await client.get('/api/user/terms')).json();
  await send({ client, url: '/api/user/terms/accept', body: { version }, more });
  expect(await app.db.selectFrom('terms_acceptances').selectAll().execute()).toEqual([
    { user_id: user.id, version, accepted_at: app.clock.now() },
  ]);
  await send({ client, url: '/api/user/security-check', body: { password: PASSWORD }, more });
  const changed = await changesBy(app, () =>
    send({
      client,
      url: '/api/auth/change-password',
      body: { currentPassword: PASSWORD, newPassword: 'another password entirely' },
      more,
    }),
  );
  expect(changed.filter((change) => !change.startsWith('sessions.'))).toEqual([
    'activity +',
    'outbox +',
    'users.password_hash',
  ]);
  expect(await rowOf('victim')).toEqual(victim);
  expect(await rowOf('mallory')).toMatchObject({ role: 'user', status: 'active', password_state: 'own' });
});

test("An admin's change touches only its own fields", async () => {
  const app = await startApp();
  const { user, victim, send, rowOf, sent } = await twoUsers(app);
  const client = await signedIn(app, ADMIN);
  const victimAsItWas = await rowOf('victim');

  await send({ client, url: '/api/admin/users', body: { username: 'made' }, more: { status: 'suspended' } });
  const made = await rowOf('made');
  expect(made).toMatchObject({ role: 'user', status: 'active', password_state: 'temporary', password_hash: '' });
  expect(takenOver(made, sent)).toEqual([]);
  expect([made.created_at, made.updated_at]).toEqual([app.clock.now(), app.clock.now()]);

  const one = `/api/admin/users/${user.id}`;
  const calls: [url: string, body: object, more: object, changes: string[]][] = [
    [`${one}/status`, { status: 'needs_auth' }, { role: 'admin' }, ['activity +', 'users.status']],
    [
      `${one}/role`,
      { role: 'admin' },
      { status: 'suspended', userIds: [victim.id] },
      [
        'account_means +',
        'activity +',
        'admin_terms +',
        'notification_marks +',
        'outbox +',
        'users.password_hash',
        'users.password_state',
        'users.role',
        'users.sign_outs',
        'users.temporary_password',
        'users.temporary_password_at',
      ],
    ],
    [
      `${one}/role`,
      { role: 'user' },
      { status: 'suspended' },
      ['activity +', 'admin_terms.ended_at', 'outbox +', 'users.role'],
    ],
    [
      one,
      { firstName: 'Edited' },
      { role: 'admin', status: 'suspended', username: 'other' },
      ['activity +', 'users.first_name', 'users.name_key', 'users.search'],
    ],
  ];
  for (const [url, body, more, expected] of calls) {
    const changes = await changesBy(app, () => send({ client, method: 'PATCH', url, body, more }));
    expect([url, changes]).toEqual([url, expected]);
  }
  const reset = await changesBy(app, () =>
    send({ client, url: `${one}/reset-password`, body: {}, more: { role: 'admin', temporaryPassword: 'mine' } }),
  );
  // Only another temporary password: the account has had one since it was promoted.
  expect(reset).toEqual(['activity +', 'outbox +', 'users.temporary_password']);
  const bulk = await changesBy(app, () =>
    send({
      client,
      url: '/api/admin/users/bulk-action',
      body: { userIds: [user.id], action: 'status', value: 'suspended' },
      more: { role: 'admin', status: 'active', userId: victim.id },
    }),
  );
  expect(bulk).toEqual(['activity +', 'users.status']);

  const redirect = await send({
    client,
    url: '/api/admin/redirects',
    body: { userId: user.id, destinationPath: '/terms-agreement' },
    more: { userName: 'x', guestIp: '203.0.113.66' },
  });
  const stored = await app.db.selectFrom('redirects').selectAll().execute();
  expect(stored).toEqual([
    {
      id: redirect.json().id,
      user_id: user.id,
      destination_path: '/terms-agreement',
      reason: null,
      is_persistent: 0,
      created_at: app.clock.now(),
      sent_by: ADMIN.username,
      delivered_at: null,
    },
  ]);
  expect(redirect.json().id).not.toBe(victim.id);

  const settings = (await client.get('/api/admin/settings')).json();
  await send({ client, url: '/api/admin/settings', body: { ...settings, exitMessage: 'Bye' }, more: { name: 'x' } });
  expect(await app.db.selectFrom('settings').selectAll().execute()).toEqual([{ name: 'exitMessage', value: 'Bye' }]);

  for (const column of ['status', 'id', 'passwordHash', 'password_hash', 'createdAt', '__proto__', 'constructor']) {
    const answer = await client.request({
      method: 'POST',
      url: '/api/admin/users/import',
      payload: `username,${column}\r\nimported,suspended\r\n`,
      headers: { 'content-type': 'text/csv' },
    });
    expect([column, answer.statusCode, answer.json().message]).toEqual([
      column,
      400,
      expect.stringContaining('is not a column'),
    ]);
  }
  expect(await rowOf('victim')).toEqual(victimAsItWas);
});

test('A guest can set neither the data of other guests nor the outcome of their own verification', async () => {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  const other = app.client();
  await other.post('/api/user/send-verification-code', { email: 'victim@example.com' });
  const asked = () => app.db.selectFrom('guest_verifications').selectAll().executeTakeFirstOrThrow();
  await until('its email is accepted', async () => (await asked()).accepted_at !== null);
  const victim = await asked();
  const sent = {
    ...extras(victim.guest_secret),
    code: '000000',
    guestIp: '203.0.113.66',
    userId: 'guest_203.0.113.66',
  };
  const client = app.client();
  const email = 'guest@example.com';
  await client.post('/api/user/send-verification-code', { ...sent, email });
  const code = codeIn(await smtp.mail(2));
  const wrong = code === '111111' ? '222222' : '111111';
  await client.post('/api/guest/log-activity', { ...sent, page: 'Verify Code Page', action: 'code_success' });
  await client.post('/api/guest/submit-email', { ...sent, email, action: 'code_success' });
  await client.post('/api/guest/submit-code', { ...sent, email, code: wrong });
  expect((await client.post('/api/user/verify-code', { ...sent, email, code: wrong })).statusCode).toBe(400);
  const processed = await client.post('/api/guest/code-processed', { ...sent, email, code, success: true });
  expect(processed.json()).toEqual({ success: false });
  const rows = await app.db.selectFrom('guest_verifications').selectAll().orderBy('email', 'desc').execute();
  expect(rows[0]).toEqual(victim);
  expect(rows[1]).toMatchObject({ email, tries: 1, outcome: 'refused', verified_at: null, sent_at: app.clock.now() });
  expect(takenOver(rows[1] as object, sent)).toEqual([]);
  const entries = await app.db.selectFrom('activity').select(['user_id', 'ip_address', 'action']).execute();
  expect(new Set(entries.map(({ user_id }) => user_id))).toEqual(new Set([guestUserId(client.ip)]));
  expect(new Set(entries.map(({ ip_address }) => ip_address))).toEqual(new Set([client.ip]));
  expect(entries.map(({ action }) => action)).not.toContain('code_success');
});

test('Every route refuses a body that pollutes prototypes', async () => {
  const app = await startApp();
  const client = await signedIn(app, ADMIN);
  const routes = (await describedRoutes(app)).filter(({ fields }) => fields !== null);
  expect(routes.length).toBeGreaterThan(20);
  const changes = await changesBy(app, async () => {
    for (const { method, path } of routes) {
      for (const payload of [
        '{"__proto__":{"role":"admin","polluted":true}}',
        '{"\\u005f\\u005fproto__":{"role":"admin","polluted":true}}',
        '{"a":{"b":[{"__proto__":{"polluted":true}}]}}',
        '{"constructor":{"prototype":{"role":"admin","polluted":true}}}',
        '{"a":[{"constructor":{"prototype":{"polluted":true}}}]}',
      ]) {
        const answer = await client.request({
          method,
          url: path.replaceAll(/\{\w+\}/g, 'x'),
          payload,
          headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.1.1.1' },
        });
        expect([path, payload, answer.statusCode, answer.json().error]).toEqual([path, payload, 400, 'malformed_json']);
      }
    }
  });
  expect(changes).toEqual([]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
