import { expect, test } from 'vitest';
import { VERIFICATION_ENDED } from '../../../contract/guests/messages.rules.ts';
import type { ActivityEntry } from '../../../contract/log/activity.ts';
import type { Redirect } from '../../../contract/redirects/redirects.ts';
import { createAccount, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp } from '../../../tests/support/app.ts';
import { setExit } from '../../../tests/support/exit.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { insertUsers } from '../../../tests/support/many-users.ts';
import { messageRow } from '../../../tests/support/message-row.ts';

const list = async (admin: HttpClient) => (await admin.get('/api/admin/redirects')).json() as Redirect[];
const asked = async (client: HttpClient) => (await client.get('/api/user/check-redirect')).json().redirect;

test('A redirect of a user is created, listed, delivered once or always, and removed', async () => {
  const app = await startApp();
  const user = await createAccount(app, { firstName: 'Mira', lastName: 'Kolb' });
  const admin = await signedIn(app, ADMIN);
  const client = await signedIn(app);
  const once = {
    userId: user.id,
    guestIp: null,
    destinationPath: '/terms-agreement',
    reason: ' new ',
    isPersistent: false,
  };
  const created = (await admin.post('/api/admin/redirects', once)).json();
  expect(created).toMatchObject({
    userId: user.id,
    userName: 'Mira Kolb',
    reason: 'new',
    isPersistent: false,
    isGuestRedirect: false,
  });
  app.clock.advance(1_000);
  const always = (
    await admin.post('/api/admin/redirects', { ...once, destinationPath: '/security-check', isPersistent: true })
  ).json();
  expect((await list(admin)).map(({ id }) => id)).toEqual([always.id, created.id]);
  expect([await asked(client), await asked(client)]).toEqual(['/terms-agreement', '/security-check']);
  expect(await list(admin)).toMatchObject([{ id: always.id }]);
  const remove = () => admin.request({ method: 'DELETE', url: `/api/admin/redirects/${always.id}` });
  expect((await remove()).json()).toEqual({ success: true });
  expect(await asked(client)).toBeNull();
  const again = await remove();
  expect([again.statusCode, again.json().error]).toEqual([404, 'redirect_gone']);
  const entries = await app.db
    .selectFrom('activity')
    .select(['page', 'details'])
    .where('action', '=', 'admin_redirect')
    .orderBy('id')
    .execute();
  expect(entries.map(({ page }) => page)).toEqual(['/terms-agreement', '/security-check', '/security-check']);
});

test('The log has where a user was redirected, by whom and why; a persistent one once per sign-in', async () => {
  const app = await startApp();
  const user = await createAccount(app, { firstName: 'Mira', lastName: 'Kolb' });
  const admin = await signedIn(app, ADMIN);
  const client = await signedIn(app);
  const send = (destinationPath: string, more: object) =>
    admin.post('/api/admin/redirects', { userId: user.id, destinationPath, ...more });
  const entries = async () => {
    const log: ActivityEntry[] = (await admin.get('/api/admin/activity?filter=admin_redirect')).json();
    return log
      .filter(({ action }) => action === 'redirect')
      .map(({ userName, page, details }) => [userName, page, details?.state, details?.by, details?.reason]);
  };
  expect([await asked(client), await entries()]).toEqual([null, []]);
  await send('/terms-agreement', { reason: 'New terms' });
  expect(await entries()).toEqual([]);
  expect([await asked(client), await asked(client)]).toEqual(['/terms-agreement', null]);
  const first = ['Mira Kolb (mira)', '/terms-agreement', 'delivered', 'admin', 'New terms'];
  expect(await entries()).toEqual([first]);
  app.clock.advance(1_000);
  await send('/security-check', { isPersistent: true });
  const phone = await signedIn(app);
  for (const page of [client, phone, client]) expect(await asked(page)).toBe('/security-check');
  const second = ['Mira Kolb (mira)', '/security-check', 'delivered', 'admin', undefined];
  expect(await entries()).toEqual([second, first]);
  app.clock.advance(1_000);
  const again = await signedIn(app);
  expect(await asked(again)).toBe('/security-check');
  expect(await entries()).toEqual([second, second, first]);
});

test('the user gets the reason that staff gave, or none', async () => {
  const app = await startApp();
  const { id: userId } = await createAccount(app);
  const admin = await signedIn(app, ADMIN);
  const client = await signedIn(app);
  const poll = async () => (await client.get('/api/user/check-redirect')).json();
  const send = (more: object) => admin.post('/api/admin/redirects', { userId, ...more });
  expect(await poll()).toEqual({ redirect: null, isPersistent: false, reason: null });
  await send({ destinationPath: '/terms-agreement', reason: 'New terms' });
  expect(await poll()).toEqual({ redirect: '/terms-agreement', isPersistent: false, reason: 'New terms' });
  await send({ destinationPath: '/profile/complete-info', isPersistent: true, reason: 'Your address is missing' });
  const lasting = { redirect: '/profile/complete-info', isPersistent: true, reason: 'Your address is missing' };
  expect([await poll(), await poll()]).toEqual([lasting, lasting]);
  await send({ destinationPath: '/security-check', isPersistent: true });
  expect(await poll()).toEqual({ redirect: '/security-check', isPersistent: true, reason: null });
});

test.for(['Call 0800 123456 and read us your code', 'Sign in at bank dot com', 'Write to help@bank.example'])(
  'The user does not read the reason "%s"',
  async (reason) => {
    const app = await startApp();
    const { id: userId } = await createAccount(app);
    const admin = await signedIn(app, ADMIN);
    const client = await signedIn(app);
    await admin.post('/api/admin/redirects', { userId, destinationPath: '/terms-agreement', reason });
    expect((await client.get('/api/user/check-redirect')).json()).toMatchObject({ reason: null });
  },
);

test('A redirect of a guest has a cooldown and stays inside the flow', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const guest = app.client({ ip: '203.0.113.9' });
  const send = (body: object) =>
    admin.post('/api/admin/redirects', { isGuestRedirect: true, guestIp: '203.0.113.9', ...body });
  const sent = await send({ destinationPath: '/user/verify-code', reason: null });
  expect(sent.json()).toMatchObject({ guestIp: '203.0.113.9', isGuestRedirect: true });
  const tooSoon = await send({ destinationPath: '/user/email-entry' });
  expect([tooSoon.statusCode, tooSoon.json().message]).toEqual([
    429,
    'Please wait before redirecting this guest again',
  ]);
  expect((await guest.get('/api/guest/check-redirect')).json().redirect).toBe('/user/verify-code');
  app.clock.advance(10_000);
  const kept = (await send({ destinationPath: '/user/email-entry', isPersistent: true })).json();
  expect((await admin.request({ method: 'DELETE', url: `/api/admin/redirects/${kept.id}` })).statusCode).toBe(200);
  expect((await guest.get('/api/guest/check-redirect')).json().redirect).toBeNull();
  for (const [body, message] of [
    [{ destinationPath: '/terms-agreement' }, 'Guests can only be redirected to pages of the verification'],
    [{ destinationPath: 'https://evil.example' }, 'Guests can only be redirected to pages of the verification'],
    [{ destinationPath: '/user/email-entry', guestIp: '' }, 'Please enter a guest IP address'],
    [{ destinationPath: '/user/email-entry', guestIp: '010.0.0.1' }, 'Please enter a guest IP address'],
    [{ destinationPath: '/user/email-entry', isGuestRedirect: false, guestIp: null }, 'Please select a user'],
    [{ isGuestRedirect: false, userId: 'nobody', destinationPath: '/security-check' }, 'This user no longer exists.'],
    [
      { isGuestRedirect: false, userId: 'nobody', destinationPath: '//evil.example' },
      'Users can only be redirected to pages of this portal',
    ],
  ] as const) {
    app.clock.advance(10_000);
    const answer = await send(body);
    expect([answer.json().message, answer.statusCode < 500 && answer.statusCode >= 400]).toEqual([message, true]);
  }
});

test('A bulk redirect shows how many match and redirects them all, except admins', async () => {
  const app = await startApp();
  await insertUsers(
    app,
    Array.from({ length: 1_000 }, (_, index) => ({ username: `u${index}` })),
  );
  await createAccount(app);
  await app.db.updateTable('users').set({ status: 'needs_auth' }).where('username', 'in', ['u1', 'u2']).execute();
  const client = await signedIn(app);
  const admin = await signedIn(app, ADMIN);
  const count = async (filter: string) => (await admin.get(`/api/admin/redirects/bulk?filter=${filter}`)).json();
  expect(await count('online')).toEqual({ count: 1, more: false });
  expect(await count('logged_in_today')).toEqual({ count: 1, more: false });
  expect(await count('needs_auth')).toEqual({ count: 2, more: false });
  expect(await count('incomplete_profile')).toEqual({ count: 1_001, more: false });
  const bulk = (filter: string, destinationPath = '/terms-agreement') =>
    admin.post('/api/admin/redirects/bulk', { filter, destinationPath, reason: null });
  expect((await bulk('incomplete_profile')).json()).toEqual({ affected: 1_001 });
  expect((await bulk('incomplete_profile')).json()).toEqual({ affected: 1_001 });
  const rows = await app.db.selectFrom('redirects').select('user_id').execute();
  expect(rows).toHaveLength(1_001);
  expect([await asked(client), await asked(client), await asked(admin)]).toEqual(['/terms-agreement', null, null]);
  expect((await bulk('online', '/admin')).statusCode).toBe(400);
  // Gone for five minutes is not online.
  app.clock.advance(5 * 60_000);
  expect(await count('online')).toEqual({ count: 0, more: false });
  const { entries } = await app.db
    .selectFrom('activity')
    .select((row) => row.fn.countAll<number>().as('entries'))
    .where('action', '=', 'admin_redirect')
    .executeTakeFirstOrThrow();
  expect(entries).toBe(2_002);
});

test('An address with a destination is a redirect of a guest, an address alone a prompt', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const guest = app.client({ ip: '203.0.113.9' });
  const body = { guestIp: '203.0.113.9', destinationPath: '/user/verify-code' };
  const sent = await admin.post('/api/admin/redirects', body);
  expect([sent.statusCode, sent.json()]).toMatchObject([200, { ...body, isGuestRedirect: true, userId: null }]);
  expect((await guest.get('/api/guest/check-redirect')).json().redirect).toBe('/user/verify-code');
  const outside = await admin.post('/api/admin/redirects', { ...body, destinationPath: '/terms-agreement' });
  expect(outside.json().message).toBe('Guests can only be redirected to pages of the verification');
  expect((await admin.post('/api/admin/guest-prompt', { guestIp: '203.0.113.9' })).statusCode).toBe(200);
  expect((await guest.get('/api/guest/check-prompt')).json()).toEqual({
    showPrompt: true,
    message: 'Please enter your email',
    kind: 'email',
  });
});

test.for([
  ['by the button', { exit: true }],
  ['by the address that the settings show', { destinationPath: 'https://example.com' }],
] as const)('Without an exit URL a guest sent to the exit %s ends on our closing page', async ([, to]) => {
  // A list of the operator does not keep guests from being let go.
  const app = await startApp({ env: { EXIT_HOSTS: 'thanks.example' } });
  const admin = await signedIn(app, ADMIN);
  const { exitUrl, notUsed } = (await admin.get('/api/admin/settings')).json();
  expect([exitUrl, notUsed]).toEqual(['https://example.com', []]);
  const guest = app.client({ ip: '203.0.113.9' });
  expect((await admin.post('/api/admin/redirects', { guestIp: guest.ip, ...to })).statusCode).toBe(200);
  expect((await guest.get('/api/guest/check-redirect')).json()).toEqual({
    redirect: '/user/closed',
    message: VERIFICATION_ENDED,
  });
  const [shown] = (await admin.get('/api/admin/activity?filter=admin_redirect')).json();
  expect(shown.details).toMatchObject({ kind: 'exit', address: '/user/closed' });
});

test('A waiting redirect to the example URL leads nowhere', async () => {
  const app = await startApp();
  const text = 'Thank you for completing the verification process';
  const row = { id: 'old', guest_ip: '203.0.113.9', kind: 'exit', target: 'https://example.com', text } as const;
  await app.db
    .insertInto('guest_messages')
    .values(messageRow({ ...row, is_persistent: 1, created_at: app.clock.now() }))
    .execute();
  await app.messages.load();
  const guest = app.client({ ip: '203.0.113.9' });
  expect((await guest.get('/api/guest/check-redirect')).json()).toEqual({ redirect: null, message: null });
});

test('A guest without a confirmed address reaches the exit URL without thanks', async () => {
  const app = await startApp();
  await setExit(app);
  const admin = await signedIn(app, ADMIN);
  const { exitUrl } = (await admin.get('/api/admin/settings')).json();
  const body = { isGuestRedirect: true, guestIp: '203.0.113.9', destinationPath: exitUrl, reason: null };
  expect((await admin.post('/api/admin/redirects', body)).statusCode).toBe(200);
  const guest = app.client({ ip: '203.0.113.9' });
  expect((await guest.get('/api/guest/check-redirect')).json()).toEqual({
    redirect: exitUrl,
    message: VERIFICATION_ENDED,
  });
});
