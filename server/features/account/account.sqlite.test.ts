import { describe, expect, test } from 'vitest';
import type { OwnProfile, Terms } from '../../../contract/account/account.ts';
import { createAccount, PASSWORD, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../tests/support/app.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { COMMAND_LINE } from '../users/changes.ts';

const patch = (client: HttpClient, body: object) =>
  client.request({ method: 'PATCH', url: '/api/user/profile', payload: body });

const full = {
  firstName: 'Mira',
  lastName: 'Kolb',
  phone: '+44 20 7946 0000',
  dateOfBirth: '1990-02-28',
  bio: 'Two\nlines',
  address: '1 High Street',
  city: 'London',
  country: 'United Kingdom',
};

describe("A user's own details", () => {
  test('Own details are empty at first, complete without a bio, and visible to staff', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const client = await signedIn(app);
    const empty: OwnProfile = (await client.get('/api/user/profile')).json();
    expect(new Set(Object.values(empty))).toEqual(new Set([null]));
    expect((await patch(client, { ...full, city: ' ' })).json()).toMatchObject({ city: null, completedAt: null });
    const { bio: _, ...withoutBio } = full;
    const complete = (await patch(client, withoutBio)).json();
    expect(complete).toEqual({ ...withoutBio, bio: null, completedAt: new Date(app.clock.now()).toISOString() });
    app.clock.advance(60_000);
    expect((await patch(client, full)).json()).toEqual({ ...full, completedAt: complete.completedAt });
    expect((await client.get('/api/auth/user')).json()).toMatchObject({ firstName: 'Mira', lastName: 'Kolb' });

    const admin = await signedIn(app, ADMIN);
    const { profile } = (await admin.get(`/api/admin/users/${user.id}/details`)).json();
    expect(profile).toMatchObject({ phone: full.phone, bio: full.bio, completedAt: complete.completedAt });
    expect((await admin.get('/api/admin/users?q=mira%20k')).json()).toMatchObject([{ id: user.id }]);
    const entries = await app.db
      .selectFrom('activity')
      .select('details')
      .where('action', '=', 'profile_update')
      .execute();
    expect(entries).toHaveLength(3);
    expect(JSON.stringify(entries)).not.toContain('High Street');
  });

  test('Invalid details are rejected with a sentence', async () => {
    const app = await startApp();
    const client = await signedIn(app, ADMIN);
    for (const [body, message] of [
      [{ phone: 'call me' }, 'Please enter a phone number, such as +44 20 7946 0000'],
      [{ dateOfBirth: '1990-02-30' }, 'Please enter a date in the past'],
      [{ dateOfBirth: '2990-01-01' }, 'Please enter a date in the past'],
      [{ firstName: 'x\u0000' }, 'Please use only letters, digits and common punctuation'],
      [{ bio: 'x'.repeat(1_001) }, 'Please use at most 1,000 characters'],
      [{ city: 7 }, '"city" is missing or not valid.'],
    ] as const) {
      const answer = await patch(client, body);
      expect([body, answer.statusCode, answer.json().message]).toEqual([body, 400, message]);
    }
  });

  test('A user cannot become an admin by saving details', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    await patch(client, { firstName: 'Mira', role: 'admin', status: 'active', id: 'x', email: 'x@example.com' });
    expect((await client.get('/api/auth/user')).json()).toMatchObject({ firstName: 'Mira', role: 'user', email: null });
  });
});

test('Terms are accepted in the shown wording, once, and again after a change', async () => {
  const app = await startApp();
  await createAccount(app);
  const client = await signedIn(app);
  const terms: Terms = (await client.get('/api/user/terms')).json();
  expect(terms).toMatchObject({ acceptedAt: null, text: expect.stringContaining('By using this portal') });
  const accept = (version: string) => client.post('/api/user/terms/accept', { version });
  const wrong = await accept('another');
  expect([wrong.statusCode, wrong.json().error]).toEqual([409, 'terms_changed']);
  const acceptedAt = new Date(app.clock.now()).toISOString();
  expect((await accept(terms.version)).json().acceptedAt).toBe(acceptedAt);
  app.clock.advance(1_000);
  expect((await accept(terms.version)).json().acceptedAt).toBe(acceptedAt);
  const entries = await app.db
    .selectFrom('activity')
    .select('details')
    .where('action', '=', 'profile_update')
    .execute();
  expect(entries.map(({ details }) => JSON.parse(details as string))).toEqual([
    { change: 'terms accepted', version: terms.version },
  ]);
});

test('The security check asks for the password and allows no more guesses than the sign-in page', async () => {
  const app = await startApp();
  await createAccount(app);
  const client = await signedIn(app);
  const check = (password: string) => client.post('/api/user/security-check', { password });
  expect((await check(PASSWORD)).json()).toEqual({ success: true });
  for (let guess = 0; guess < 5; guess += 1) {
    const answer = await check(`guess number ${guess}`);
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'wrong_password']);
  }
  const delayed = await check(PASSWORD);
  expect([delayed.statusCode, delayed.headers['retry-after']]).toEqual([429, '1']);
  app.clock.advance(1_000);
  expect((await check(PASSWORD)).statusCode).toBe(200);
  const actions = await app.db
    .selectFrom('activity')
    .select('action')
    .where('action', '!=', 'login')
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual([
    'profile_update',
    ...Array(5).fill('failed_login'),
    'profile_update',
  ]);
  expect(app.logged.join('')).not.toMatch(/guess number/);
});

describe('A redirect of a user', () => {
  const adminOf = async (app: TestApp) => {
    const client = await signedIn(app, ADMIN);
    const { id: userId } = (await client.get('/api/auth/user')).json() as { id: string };
    return {
      ...COMMAND_LINE,
      userId,
      visitor: { ipAddress: client.ip, location: 'Unknown', device: 'Test', userAgent: '' },
    };
  };
  const asked = async (client: HttpClient) => (await client.get('/api/user/check-redirect')).json().redirect;

  test('A one-time redirect is used up by the first page that asks, on any process', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const second = app.database.env.DATABASE_URL === undefined ? app : await startApp({ database: app.database });
    const pages = [await signedIn(app), await signedIn(second), await signedIn(app)];
    expect(await asked(pages[0] as HttpClient)).toBeNull();
    await app.redirects.redirectUser(
      user.id,
      { destination: '/terms-agreement', reason: 'new terms' },
      await adminOf(app),
    );
    // The other process hears of it a moment later; then all ask at once.
    await expect
      .poll(async () => (await Promise.all(pages.map(asked))).filter((path) => path !== null))
      .toEqual(['/terms-agreement']);
    for (const page of pages) expect(await asked(page)).toBeNull();
    const [entry] = await app.db.selectFrom('activity').selectAll().where('action', '=', 'admin_redirect').execute();
    expect(entry).toMatchObject({ page: '/terms-agreement' });
    expect(JSON.parse(entry?.details as string)).toEqual({
      change: 'redirect',
      user: user.id,
      username: 'mira',
      reason: 'new terms',
    });
  });

  test('A persistent redirect holds in every session and after a restart; a one-time one comes first', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const admin = await adminOf(app);
    await app.redirects.redirectUser(user.id, { destination: '/security-check', persistent: true }, admin);
    await app.redirects.redirectUser(user.id, { destination: '/profile/update-details' }, admin);
    const client = await signedIn(app);
    expect([await asked(client), await asked(client)]).toEqual(['/profile/update-details', '/security-check']);
    expect(await asked(await signedIn(app))).toBe('/security-check');
    await app.redirects.load();
    expect(await asked(client)).toBe('/security-check');
    expect(await asked(await signedIn(app, ADMIN))).toBeNull();
  });

  test('A persistent re-login applies to sessions from before it and to none from after it', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const before = await signedIn(app);
    app.clock.advance(1_000);
    await app.redirects.redirectUser(user.id, { destination: '/auth/re-login', persistent: true }, await adminOf(app));
    app.clock.advance(1_000);
    expect([await asked(before), await asked(before)]).toEqual(['/auth/re-login', '/auth/re-login']);
    expect(await asked(await signedIn(app))).toBeNull();
  });

  test('A redirect ends on every process when the user has done what it asked, with a log entry', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const second = app.database.env.DATABASE_URL === undefined ? app : await startApp({ database: app.database });
    const admin = await adminOf(app);
    const [client, elsewhere] = [await signedIn(app), await signedIn(second)];
    const deeds = [
      [
        '/terms-agreement',
        async () => {
          const { version } = (await client.get('/api/user/terms')).json();
          return client.post('/api/user/terms/accept', { version });
        },
      ],
      // Accepted terms can be accepted again.
      [
        '/terms-agreement',
        async () => {
          const { version, asked: isAsked, acceptedAt } = (await client.get('/api/user/terms')).json();
          expect([isAsked, acceptedAt]).toEqual([true, expect.any(String)]);
          const answer = await client.post('/api/user/terms/accept', { version });
          expect(answer.json()).toMatchObject({ asked: false, acceptedAt });
          return answer;
        },
      ],
      ['/security-check', () => client.post('/api/user/security-check', { password: PASSWORD })],
      ['/profile/update-details', () => patch(client, full)],
    ] as const;
    for (const [destination, deed] of deeds) {
      const sent = { destination, persistent: true, reason: 'please' };
      await app.redirects.redirectUser(user.id, sent, admin);
      for (const page of [client, elsewhere]) await expect.poll(() => asked(page)).toBe(destination);
      expect((await deed()).statusCode).toBe(200);
      expect(await asked(client)).toBeNull();
      await expect.poll(() => asked(elsewhere)).toBeNull();
      app.clock.advance(60_000);
    }
    expect(await app.db.selectFrom('redirects').selectAll().execute()).toEqual([]);
    const done = await app.db
      .selectFrom('activity')
      .select(['page', 'details'])
      .where('user_id', '=', user.id)
      .where('action', '=', 'admin_redirect')
      .orderBy('created_at')
      .execute();
    expect(done).toEqual(
      deeds.map(([page]) => ({ page, details: JSON.stringify({ change: 'redirect done', reason: 'please' }) })),
    );
  });

  test('A redirect stays while what it asked for is not done', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const admin = await adminOf(app);
    const client = await signedIn(app);
    const send = (destination: string) => app.redirects.redirectUser(user.id, { destination, persistent: true }, admin);
    await send('/profile/update-details');
    await patch(client, { ...full, city: '' });
    await client.post('/api/user/security-check', { password: PASSWORD });
    expect(await asked(client)).toBe('/profile/update-details');
    await send('/security-check');
    await client.post('/api/user/security-check', { password: 'not the password' });
    expect(await asked(client)).toBe('/security-check');
    await send('/profile/complete-info');
    await patch(client, full);
    expect(await asked(await signedIn(app))).toBe('/profile/complete-info');
  });

  test('A sign-in ends a re-login redirect and every older session', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const second = app.database.env.DATABASE_URL === undefined ? app : await startApp({ database: app.database });
    const [one, other] = [await signedIn(app), await signedIn(second)];
    await app.redirects.redirectUser(user.id, { destination: '/auth/re-login', persistent: true }, await adminOf(app));
    app.clock.advance(1_000);
    await one.post('/api/auth/logout');
    const again = await signedIn(app);
    expect(await asked(again)).toBeNull();
    expect(await app.db.selectFrom('redirects').selectAll().execute()).toEqual([]);
    await expect.poll(async () => (await other.get('/api/auth/user')).statusCode).toBe(401);
    expect((await again.get('/api/auth/user')).statusCode).toBe(200);
    const [entry] = await app.db
      .selectFrom('activity')
      .select(['user_id', 'page'])
      .where('details', 'like', '%redirect done%')
      .execute();
    expect(entry).toEqual({ user_id: user.id, page: '/auth/re-login' });
  });

  test('While there are no terms, a redirect to them works once but cannot be persistent', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    await app.db.insertInto('settings').values({ name: 'termsText', value: '' }).execute();
    await app.settings.load();
    const admin = await adminOf(app);
    const send = (persistent: boolean) =>
      app.redirects.redirectUser(user.id, { destination: '/terms-agreement', persistent }, admin);
    await expect(send(true)).rejects.toThrow('There are no terms to accept yet');
    expect(await app.db.selectFrom('redirects').selectAll().execute()).toEqual([]);
    await expect(send(false)).resolves.toMatchObject({ is_persistent: 0 });
  });

  test('Polling for redirects does not extend a session', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    for (let minute = 0; minute < 30; minute += 1) {
      expect(await asked(client)).toBeNull();
      app.clock.advance(60_000);
    }
    expect((await client.get('/api/user/check-redirect')).statusCode).toBe(401);
  });

  test('A redirect leads only to the fixed pages', async () => {
    const app = await startApp();
    const user = await createAccount(app);
    const admin = await adminOf(app);
    for (const destination of [
      'https://evil.example',
      '//evil.example',
      '/admin',
      '/profile/../admin',
      'javascript:alert(1)',
      '',
    ]) {
      const creating = app.redirects.redirectUser(user.id, { destination }, admin);
      await expect(creating).rejects.toThrow('Users can only be redirected to pages of this portal');
    }
  });
});
