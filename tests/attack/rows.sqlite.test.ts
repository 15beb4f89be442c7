import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Guest } from '../../contract/guests/guests.ts';
import { attemptSignIn, captchaToken, createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { Authenticator } from '../support/authenticator.ts';
import { tablesOf } from '../support/contents.ts';
import { detail } from '../support/detail.ts';
import type { HttpClient } from '../support/http-client.ts';
import { describedRoutes } from '../support/routes.ts';
import { addPasskey, passkeyOptions } from '../support/second-factor.ts';
import { TestSmtp } from '../support/smtp.ts';

const logout = { method: 'POST', url: '/api/auth/logout' } as const;

test('All networks of one /48 share a rate limit, and staff in it have their own', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const statuses = new Map<number, number>();
  for (let network = 0; network < 10; network += 1) {
    const stranger = app.client({ ip: `2001:db8:7:${network}::1` });
    for (let times = 0; times < 60; times += 1) {
      const { statusCode } = await stranger.request(logout);
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 480, 429: 120 });
  const beside = app.client({ ip: '2001:db8:7:99::1' });
  expect((await beside.request(logout)).headers['retry-after']).toBe('60');
  expect((await app.client({ ip: '2001:db8:8::1' }).request(logout)).statusCode).toBe(200);
  for (const [name, value] of admin.cookies) beside.cookies.set(name, value);
  expect((await beside.request(logout)).statusCode).toBe(200);
});

detail('Thousands of expired limits are swept in small steps', async () => {
  const app = await startApp();
  const past = app.clock.now() - 1;
  for (let part = 0; part < 10; part += 1) {
    const rows = Array.from({ length: 400 }, (_, index) => ({
      key: `${part}-${index}`,
      count: 1,
      resets_at: past,
      passed: '',
    }));
    await app.db.insertInto('limit_counts').values(rows).execute();
  }
  const left = async () =>
    (
      await app.db
        .selectFrom('limit_counts')
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows;
  let over = false;
  const sweeping = app.sweep().finally(() => {
    over = true;
  });
  const seen = new Set<number>();
  while (!over) {
    seen.add(await left());
    await nextTurn();
  }
  await sweeping;
  // One single statement would let no query through in between.
  expect(seen.size).toBeGreaterThan(10);
  expect(await left()).toBe(0);
});

describe('A budget of 1,000 rows an hour', () => {
  const ROWS = 1_000;
  const start = () => startApp({ env: { ROW_BUDGET: String(ROWS) } });
  const view = (client: HttpClient, page = 'Email Entry Page') => client.post('/api/guest/log-activity', { page });
  const entries = async ({ db }: TestApp, ip = '') =>
    (
      await db.selectFrom('activity').select('action').where('ip_address', 'like', `${ip}%`).orderBy('id').execute()
    ).map(({ action }) => action);
  /** A new browser for each call. */
  const strangers = (app: TestApp) => {
    let count = 0;
    return (ip: string) => {
      count += 1;
      return app.client({ ip, userAgent: `stranger ${count}` });
    };
  };

  test('One network and one wide network get a small share of the row budget', async () => {
    const app = await start();
    const stranger = strangers(app);
    let refused = await view(stranger('2001:db8:7::1'));
    for (let times = 0; times < 20; times += 1) refused = await view(stranger('2001:db8:7::1'));
    expect(await entries(app, '2001:db8:7:')).toHaveLength(16);
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { error: 'too_many_requests' }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    // Staff still see all guests.
    const admin = await signedIn(app, ADMIN);
    const shown = (await admin.get('/api/admin/guests')).json() as Guest[];
    expect(shown.map(({ ipAddress }) => ipAddress)).toEqual(Array.from({ length: 21 }, () => '2001:db8:7::1'));
    for (let network = 1; network < 60; network += 1) await view(stranger(`2001:db8:7:${network}::1`));
    expect(await entries(app, '2001:db8:7:')).toHaveLength(33);
    expect((await view(stranger('2001:db8:8::1'))).statusCode).toBe(200);
    app.clock.advance(2 * 60 * 60_000);
    expect((await view(stranger('2001:db8:7::1'))).statusCode).toBe(200);
  });

  test('Users can always save their profile, but write no entries without row budget', async () => {
    const app = await start();
    await createAccount(app);
    const mira = await signedIn(app);
    const names = { firstName: 'Mira', lastName: 'Kolb' };
    const profile = { phone: null, dateOfBirth: null, address: null, city: null, country: null };
    const save = (bio: string) =>
      mira.request({ method: 'PATCH', url: '/api/user/profile', payload: { ...names, ...profile, bio } });
    for (let times = 0; times < 30; times += 1) expect((await save(`${times}`)).statusCode).toBe(200);
    expect((await entries(app)).filter((action) => action === 'profile_update')).toHaveLength(25);
    expect((await mira.get('/api/user/profile')).json().bio).toBe('29');
  });

  const [SITES, NETWORKS] = [21, 34];
  /** Strangers from many networks use up the share of page views. */
  async function afterManyViews() {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { ROW_BUDGET: String(ROWS), SMTP_URL: smtp.url } });
    const admin = await signedIn(app, ADMIN);
    for (let site = 0; site < SITES; site += 1)
      await Promise.all(
        Array.from({ length: NETWORKS }, (_, network) => view(app.client({ ip: `2001:db8:${site}:${network}::1` }))),
      );
    const views = (await entries(app)).filter((action) => action === 'page_view').length;
    expect(views).toBe(666);
    const guest = app.client({ ip: '203.0.113.9' });
    expect((await view(guest)).statusCode).toBe(429);
    return { app, smtp, admin, guest, views };
  }
  const email = 'guest@example.com';

  test('Page views that used up their share leave rows for the steps of a guest', async () => {
    const { app, smtp, guest } = await afterManyViews();
    expect((await guest.post('/api/guest/submit-email', { email })).statusCode).toBe(200);
    expect((await guest.post('/api/user/send-verification-code', { email })).statusCode).toBe(200);
    const [, code] = /#(\d{6})/.exec((await smtp.mail(1)).text) ?? [];
    expect((await guest.post('/api/guest/submit-code', { email, code })).statusCode).toBe(200);
    expect((await guest.post('/api/user/verify-code', { email, code })).statusCode).toBe(200);
    expect(await entries(app, '203.0.113.9')).toEqual(['email_entry', 'code_entry', 'code_success']);
  });

  test('A network without row budget can continue without entries, and staff are still logged', async () => {
    const { app, admin, guest } = await afterManyViews();
    await attemptSignIn(app, guest, { username: 'nobody' });
    for (let times = 0; times < 30; times += 1)
      expect((await guest.post('/api/guest/submit-email', { email })).statusCode).toBe(200);
    expect((await guest.post('/api/user/send-verification-code', { email })).statusCode).toBe(200);
    expect((await attemptSignIn(app, guest, { username: 'nobody' })).statusCode).toBe(401);
    const ofGuest = await entries(app, '203.0.113.9');
    expect(ofGuest.length).toBeLessThan(26);
    await admin.post('/api/admin/users', { username: 'somebody' });
    expect((await entries(app)).at(-1)).toBe('profile_update');
  });

  test('Staff get one notification and one log line about entries that were not recorded', async () => {
    const { app, admin, views } = await afterManyViews();
    const storageNotifications = async () => {
      await app.sweep();
      await app.notifications.settle();
      return (await admin.get('/api/admin/notifications?type=storage')).json();
    };
    const [notification, ...others] = await storageNotifications();
    expect(others).toEqual([]);
    const missing = SITES * NETWORKS - views + 1;
    expect(notification).toMatchObject({ title: 'Entries not recorded', severity: 'warning' });
    expect(Number.parseInt(notification.message, 10)).toBeGreaterThanOrEqual(missing);
    expect(app.logged.filter((line) => line.includes('entries of strangers were not recorded'))).toHaveLength(1);
    await view(app.client({ ip: '2001:db8:1:99::1' }));
    expect(await storageNotifications()).toHaveLength(1);
  });

  detail('Opening the same page again uses up no row budget', async () => {
    const app = await start();
    const [guest, other] = [
      app.client({ ip: '203.0.113.9' }),
      app.client({ ip: '203.0.113.9', userAgent: 'another browser' }),
    ];
    for (let times = 0; times < 50; times += 1) expect((await view(guest)).statusCode).toBe(200);
    expect(await entries(app)).toEqual(['page_view']);
    await view(guest, 'Verify Code Page');
    await view(other);
    expect(await entries(app)).toHaveLength(3);
    const admin = await signedIn(app, ADMIN);
    const shown = (await admin.get('/api/admin/guests')).json() as Guest[];
    expect(shown.map(({ pageViews }) => pageViews).sort()).toEqual([1, 51]);
    app.clock.advance(60_000);
    await view(guest);
    expect((await entries(app, '203.0.113.9')).filter((action) => action === 'page_view')).toHaveLength(4);
    // A deleted entry no longer stands for later views.
    const ids = (await app.db.selectFrom('activity').select('id').where('action', '=', 'page_view').execute()).map(
      ({ id }) => id,
    );
    await admin.request({ method: 'DELETE', url: '/api/admin/guest-logs', payload: { logIds: ids } });
    await view(guest);
    expect((await entries(app, '203.0.113.9')).filter((action) => action === 'page_view')).toHaveLength(1);
  });

  test('A page view that could not be written is not counted as recorded', async () => {
    const app = await start();
    const guest = app.client({ ip: '203.0.113.9' });
    await sql`alter table activity rename to away`.execute(app.db);
    expect((await view(guest)).statusCode).toBe(500);
    await sql`alter table away rename to activity`.execute(app.db);
    expect((await view(guest)).statusCode).toBe(200);
    expect(await entries(app)).toEqual(['page_view']);
  });
});

describe('A used-up row budget', () => {
  /** Limited otherwise: by a captcha for each call, or by the bounded queue of emails. */
  const PAID_OTHERWISE: Record<string, 'captcha' | 'mail'> = {
    'POST /api/auth/login': 'captcha',
    'POST /api/auth/register': 'captcha',
    'POST /api/auth/resend-verification': 'captcha',
    'POST /api/user/send-verification-code': 'mail',
    'POST /api/guest/resend-code': 'mail',
  };
  /** Tables with a maximum, tables whose rows expire, and tables with one row. */
  const BOUNDED =
    /^(?:guests|guest_help|notifications|notification_totals|notification_seq|limit_counts|heartbeat|user_search.*)$/;

  async function rowsOf({ db, presence, notifications }: TestApp) {
    await presence.settle();
    await notifications.settle();
    const counts: string[] = [];
    for (const name of await tablesOf({ db })) {
      if (BOUNDED.test(name)) continue;
      const counted = db.selectFrom(name as 'users').select(({ fn }) => fn.countAll<number>().as('rows'));
      counts.push(`${name}: ${Number((await counted.executeTakeFirstOrThrow()).rows)}`);
    }
    return counts;
  }

  /** A valid value for every field, so that each call gets as far as it can. */
  const fullBody = (number: number) => ({
    username: `stranger${number}`,
    password: 'a password of a stranger',
    email: `stranger${number}@example.com`,
    firstName: 'Some',
    lastName: 'Stranger',
    page: 'Email Entry Page',
    presence: 'here',
    reason: 'no_mail',
    choice: 'go',
    code: '123456',
    success: true,
    token: randomBytes(16).toString('base64url'),
  });

  test('No route that is open to strangers writes an unbounded row once the budget is used up', async () => {
    const smtp = await TestSmtp.start();
    const env = { ROW_BUDGET: '1000', SMTP_URL: smtp.url, SELF_REGISTRATION: 'true', OUTCOME_RECEIPT: 'true' };
    const app = await startApp({ env });
    for (let network = 0; network < 40; network += 1) {
      // Two networks of each wide network use up their share.
      const ip = `2001:db8:${network >> 1}:${network}::1`;
      await Promise.all(
        Array.from({ length: 26 }, (_, index) =>
          app.client({ ip }).post('/api/guest/submit-email', { email: `spent${index}@example.com` }),
        ),
      );
    }
    const routes = (await describedRoutes(app)).filter(({ access }) => access === 'anyone' || access === 'guest');
    expect(routes.length).toBeGreaterThan(25);
    const before = await rowsOf(app);
    let strangers = 0;
    for (const { method, path, fields } of routes) {
      const call = `${method} ${path}`;
      if (PAID_OTHERWISE[call] === 'mail') continue;
      for (let times = 0; times < 3; times += 1) {
        strangers += 1;
        const stranger = app.client({
          ip: `2001:db9:${strangers.toString(16)}::1`,
          userAgent: `stranger ${strangers}`,
        });
        const passkey =
          fields?.includes('passkey') &&
          new Authenticator().get((await stranger.post('/api/auth/login/passkey/options')).json());
        const full: Record<string, unknown> = { ...fullBody(strangers), passkey, recaptchaToken: 'not solved' };
        if (PAID_OTHERWISE[call] === undefined) full.recaptchaToken = await captchaToken(app);
        const named = Object.entries(full).filter(([name]) => fields?.includes(name));
        await stranger.request({
          method,
          url: path,
          ...(method !== 'GET' && fields !== null && { payload: Object.fromEntries(named) }),
        });
      }
      expect([call, await rowsOf(app)]).toEqual([call, before]);
    }
  });

  test('A passkey still signs in without row budget, and tries of strangers are still limited', async () => {
    const app = await startApp({ env: { ROW_BUDGET: '1000' } });
    const admin = await signedIn(app, ADMIN);
    const authenticator = await addPasskey(admin);
    const counted = () => app.db.selectFrom('sign_in_attempts').select('name_hash').execute();
    const before = await counted();
    const ip = '203.0.113.9';
    const byPasskey = async (client: HttpClient, shown: Authenticator) =>
      client.post('/api/auth/login/passkey', { passkey: shown.get(await passkeyOptions(client)) });
    for (let times = 0; times < 30; times += 1)
      await app.client({ ip }).post('/api/guest/submit-email', { email: 'spent@example.com' });
    const statuses: number[] = [];
    for (let times = 0; times < 9; times += 1)
      statuses.push((await byPasskey(app.client({ ip }), new Authenticator())).statusCode);
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await byPasskey(app.client({ ip }), authenticator)).statusCode).toBe(200);
    expect((await byPasskey(app.client({ ip }), new Authenticator())).statusCode).toBe(429);
    expect(await counted()).toEqual(before);
  });
});

test('The request log limits the lines about what strangers do, and leaves out nothing that staff do', async () => {
  const app = await startApp();
  for (let network = 0; network < 20; network += 1) {
    const stranger = app.client({ ip: `2001:db8:${network}::1` });
    for (let times = 0; times < 60; times += 1) expect((await stranger.post('/api/auth/logout')).statusCode).toBe(200);
  }
  const lines = () => app.logged.filter((line) => line.includes('"path":"/api/auth/logout"')).length;
  expect(lines()).toBe(1_000);
  // Refused requests have lines of their own.
  await app.client().get('/api/nothing');
  expect(app.logged.at(-1)).toContain('"path":"/api/nothing"');
  const admin = await signedIn(app, ADMIN);
  await admin.post('/api/admin/users', { username: 'somebody' });
  expect(app.logged.at(-1)).toContain('"path":"/api/admin/users"');
  app.clock.advance(60_000);
  await app.client().post('/api/auth/logout');
  expect(lines()).toBe(1_001);
  expect(app.logged.filter((line) => line.includes('"msg":"requests left out"'))).toHaveLength(1);
});

test('The request log limits the lines about unknown paths', async () => {
  const app = await startApp();
  const stranger = app.client();
  await stranger.get(`/api/${'a'.repeat(5_000)}?secret=1`);
  expect(app.logged.at(-1)?.length).toBeLessThan(500);
  for (let times = 0; times < 400; times += 1) await stranger.get('/api/nothing');
  const lines = () => app.logged.filter((line) => line.includes('"path":"/api/nothing"')).length;
  expect(lines()).toBe(299);
  // Requests of staff are all logged.
  const admin = await signedIn(app, ADMIN);
  await admin.post('/api/admin/users', { username: '' });
  expect(app.logged.at(-1)).toContain('"path":"/api/admin/users"');
  app.clock.advance(60_000);
  await stranger.get('/api/nothing');
  expect(lines()).toBe(300);
  expect(app.logged.filter((line) => line.includes('"left":101'))).toHaveLength(1);
});
