import { describe, expect, test } from 'vitest';
import type { Guest } from '../../../contract/guests/guests.ts';
import type { Notification } from '../../../contract/notifications/notifications.ts';
import type { Role } from '../../../contract/users/users.rules.ts';
import { attemptSignIn, createAccount, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, listening, startApp, type TestApp } from '../../../tests/support/app.ts';
import { BOT_TOKEN, startBotApi } from '../../../tests/support/bot-api.ts';
import { detail } from '../../../tests/support/detail.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { adminSocket } from '../../../tests/support/live-socket.ts';
import { until } from '../../../tests/support/process.ts';
import { expectUnsaid } from '../../../tests/support/secrecy.ts';
import { TestSmtp } from '../../../tests/support/smtp.ts';
import { takeNumbers } from './queries.ts';

const listOf = async (admin: HttpClient, query = '') =>
  (await admin.get(`/api/admin/notifications${query}`)).json() as Notification[];
const unread = async (admin: HttpClient) => (await admin.get('/api/admin/notifications/unread-count')).json().count;
const view = (guest: HttpClient, page = 'Email Entry Page') => guest.post('/api/guest/log-activity', { page });

describe('Notifications', () => {
  test('Real events cause notifications, and repeated ones are grouped', async () => {
    const smtp = await TestSmtp.start();
    smtp.behaviour = 'permanent-failure';
    const app = await startApp({ env: { SMTP_URL: smtp.url } });
    await createAccount(app, { email: 'mira@example.com' });
    const guest = app.client({ ip: '203.0.113.9' });
    await guest.get('/api/guest/state');
    for (let round = 0; round < 5; round += 1) await view(guest);
    await app.notifications.settle();
    await view(guest, 'Verify Code Page');
    await guest.post('/api/user/send-verification-code', { email: 'secret.guest@example.com' });
    await guest.post('/api/user/verify-code', { email: 'secret.guest@example.com', code: '000000' });
    for (let round = 0; round < 3; round += 1)
      await attemptSignIn(app, app.client({ ip: '198.51.100.66' }), { password: 'wrong password' });
    const client = await signedIn(app);
    await client.request({ method: 'PATCH', url: '/api/user/profile', payload: { firstName: 'Mira' } });
    const admin = await signedIn(app, ADMIN);
    await until('the mail has failed', async () => {
      await app.notifications.settle();
      return (await listOf(admin)).some(({ type }) => type === 'mail_failure');
    });
    const list = await listOf(admin);
    const told = Object.fromEntries(list.map((item) => [item.title, item]));
    expect(told['Page view']).toMatchObject({
      type: 'page_view',
      severity: 'info',
      count: 6,
      message: expect.stringMatching(/^Guest [2-9A-Z]{4} \(203\.0\.113\.9\) opened Verify Code Page$/),
      metadata: { ip: '203.0.113.9' },
    });
    expect(told['Failed sign-in']).toMatchObject({ type: 'failed_login', severity: 'warning', count: 3 });
    expect(told['User signed in']).toMatchObject({ type: 'user_login' });
    expect(told['Admin signed in']).toMatchObject({ severity: 'success' });
    expect(told['Profile updated']).toMatchObject({ type: 'profile_update' });
    expect(told['Wrong code']).toMatchObject({ type: 'code_result', severity: 'warning' });
    expect(told['Email not delivered']).toMatchObject({ type: 'mail_failure', severity: 'error' });
    expect(list).toHaveLength(7);
    expectUnsaid('000000', JSON.stringify(list));
    expect(JSON.stringify(list)).not.toContain('secret.guest');
    expect(await unread(admin)).toBe(7);
  });

  test('Notifications are read, counted, searched and filtered', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (const ip of ['203.0.113.1', '203.0.113.2']) {
      await view(app.client({ ip }));
      await app.notifications.settle();
      app.clock.advance(1_000);
    }
    const list = await listOf(admin);
    expect(list.map(({ type, isRead }) => [type, isRead])).toEqual([
      ['page_view', false],
      ['page_view', false],
      ['user_login', false],
    ]);
    const since = new Date(app.clock.now() - 60_000).toISOString();
    const counts = async () => (await admin.get(`/api/admin/notifications/counts?since=${since}`)).json();
    expect(await counts()).toEqual({ total: 3, unread: 3, loginsToday: 1, pageViewsToday: 2 });
    expect(await listOf(admin, '?only=warnings')).toEqual([]);
    expect(
      (await admin.request({ method: 'PATCH', url: `/api/admin/notifications/${list[0]?.id}/read` })).statusCode,
    ).toBe(200);
    expect([await unread(admin), (await listOf(admin))[0]?.isRead]).toEqual([2, true]);
    await admin.request({ method: 'PATCH', url: '/api/admin/notifications/mark-all-read' });
    expect(await counts()).toMatchObject({ unread: 0 });
    expect(await listOf(admin, '?q=113.2')).toMatchObject([{ message: 'Guest (203.0.113.2) opened Email Entry Page' }]);
    expect(await listOf(admin, '?type=user_login')).toHaveLength(1);
    const first = await admin.get('/api/admin/notifications?limit=2');
    const rest = await listOf(admin, `?limit=2&cursor=${first.headers['x-next-cursor']}`);
    expect([...first.json(), ...rest].map(({ id }) => id)).toEqual(list.map(({ id }) => id));
    // Something new about the same guest is unread again.
    await view(app.client({ ip: '203.0.113.2' }));
    await app.notifications.settle();
    expect([await unread(admin), (await listOf(admin))[0]]).toMatchObject([1, { count: 2, isRead: false }]);
    // After a while it is another one.
    app.clock.advance(11 * 60_000);
    await view(app.client({ ip: '203.0.113.2' }));
    await app.notifications.settle();
    expect(await listOf(admin)).toHaveLength(4);
  });

  test('Failed sign-ins at many addresses are a few notifications', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (let index = 0; index < 60; index += 1) {
      const visitor = { ipAddress: `203.0.113.${index}`, location: 'Unknown', device: 'Chrome', userAgent: 'x' };
      app.notifications.notify({ kind: 'failed-login', visitor });
    }
    await app.notifications.settle();
    const list: Notification[] = (await admin.get('/api/admin/notifications?type=failed_login')).json();
    const failed = list.filter(({ type }) => type === 'failed_login');
    expect(failed).toHaveLength(21);
    expect(failed.find(({ title }) => title === 'Many failed sign-ins')).toMatchObject({ count: 40 });
  });

  detail('A crowd is one notification, and a test message arrives', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (let index = 0; index < 60; index += 1) await view(app.client({ ip: `203.0.113.${index}` }));
    await app.notifications.settle();
    const list = await listOf(admin);
    expect(list.filter(({ type }) => type === 'page_view').length).toBeLessThanOrEqual(21);
    expect(list.find(({ title }) => title === 'Many guests')).toMatchObject({ count: 40 });
    expect((await admin.post('/api/admin/test-notification', { type: 'user_login' })).json()).toEqual({
      success: true,
    });
    expect((await listOf(admin))[0]).toMatchObject({ type: 'user_login', isRead: false });
  });

  test('Notifications of one process reach another', async ({ skip }) => {
    const app = await startApp();
    if (app.database.env.DATABASE_URL === undefined) skip();
    const second = await startApp({ database: app.database });
    const admin = await signedIn(second, ADMIN);
    await view(app.client({ ip: '203.0.113.9' }));
    await until('it is known', async () => (await listOf(admin)).some(({ type }) => type === 'page_view'));
    const client = await signedIn(app, ADMIN);
    // Both sign-ins are news themselves, written a moment later: what is new after the reading stays unread.
    await Promise.all([app.notifications.settle(), second.notifications.settle()]);
    await client.request({ method: 'PATCH', url: '/api/admin/notifications/mark-all-read' });
    await until('it is read there too', async () => (await unread(admin)) === 0);
  });
});

describe('Personal reads', () => {
  const patch = (client: HttpClient, path: string) =>
    client.request({ method: 'PATCH', url: `/api/admin/notifications/${path}` });
  const people = async (app: TestApp, ...roles: Role[]) => {
    const clients: HttpClient[] = [];
    for (const role of roles) {
      await createAccount(app, { username: `the-${role}`, role });
      clients.push(await signedIn(app, { username: `the-${role}` }));
    }
    await app.notifications.settle();
    for (const client of clients) await patch(client, 'mark-all-read');
    return clients as [HttpClient, HttpClient];
  };
  const firstOf = async (client: HttpClient, type: string) => (await listOf(client, `?type=${type}`))[0];
  const askForHelp = async (app: TestApp, reason: 'no_mail' | 'told_to_come', ip = '203.0.113.9') => {
    const guest = app.client({ ip });
    await view(guest);
    await guest.post('/api/guest/help', { reason });
    await app.notifications.settle();
  };

  test('Each person reads for themselves, one by one or all, auditors too', async () => {
    const app = await startApp();
    const [helper, auditor] = await people(app, 'helper', 'auditor');
    await askForHelp(app, 'no_mail');
    const item = await firstOf(helper, 'help_request');
    expect([await unread(helper), await unread(auditor)]).toEqual([2, 2]);
    expect((await patch(helper, `${item?.id}/read`)).statusCode).toBe(200);
    expect([await unread(helper), await unread(auditor)]).toEqual([1, 2]);
    const read = async (client: HttpClient) => (await firstOf(client, 'help_request'))?.isRead;
    expect([await read(helper), await read(auditor)]).toEqual([true, false]);
    expect((await patch(auditor, 'mark-all-read')).statusCode).toBe(200);
    expect([await unread(helper), await unread(auditor)]).toEqual([1, 0]);
    // What was read one by one and grows is unread again, for both.
    await askForHelp(app, 'no_mail');
    expect([await read(helper), await read(auditor)]).toEqual([false, false]);
    expect([await unread(helper), await unread(auditor)]).toEqual([2, 2]);
  });

  test('Security warnings are for admins: others neither see nor read them', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const [helper, auditor] = await people(app, 'helper', 'auditor');
    await patch(admin, 'mark-all-read');
    await askForHelp(app, 'told_to_come');
    const alarm = await firstOf(admin, 'security');
    for (const client of [helper, auditor]) {
      expect(await listOf(client, '?type=security')).toEqual([]);
      for (const path of [`${alarm?.id}/read`, 'mark-all-read'])
        expect((await patch(client, path)).statusCode).toBe(200);
    }
    expect((await firstOf(admin, 'security'))?.isRead).toBe(false);
    const counts = (await admin.get('/api/admin/notifications/unread-count')).json();
    expect(counts).toEqual({ count: 2, needsAction: 1 });
    await patch(admin, `${alarm?.id}/read`);
    expect((await firstOf(admin, 'security'))?.isRead).toBe(true);
    // Attempts of other roles to read it are not stored.
    const rows = await app.db.selectFrom('notification_reads').select('type').execute();
    expect(rows).toEqual([{ type: 'security' }]);
  });

  detail('New staff begin at zero unread, also after having left', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    await askForHelp(app, 'no_mail');
    const { id, password_hash } = await createAccount(app, { username: 'hanna', role: 'helper' });
    expect(await unread(await signedIn(app, { username: 'hanna' }))).toBe(0);
    const become = async (role: Role) => {
      const url = `/api/admin/users/${id}/role`;
      expect((await admin.request({ method: 'PATCH', url, payload: { role } })).statusCode).toBe(200);
    };
    await become('user');
    await askForHelp(app, 'no_mail', '198.51.100.7');
    await become('helper');
    // A password that she knows, whatever comes with the role.
    const own = { password_hash, password_state: 'own', temporary_password: null } as const;
    await app.db.updateTable('users').set(own).where('id', '=', id).execute();
    const client = await signedIn(app, { username: 'hanna' });
    expect(await unread(client)).toBe(0);
    expect((await listOf(client)).map(({ isRead }) => isRead)).toEqual([true, true, true, true]);
    await view(app.client({ ip: '203.0.113.20' }));
    await app.notifications.settle();
    expect([await unread(client), (await listOf(client))[0]?.isRead]).toEqual([1, false]);
  });

  test('Open pages get their own unread count', async () => {
    const app = await startApp();
    const [helper, auditor] = await people(app, 'helper', 'auditor');
    const port = await listening(app);
    const [hears, others] = [await adminSocket(port, helper), await adminSocket(port, auditor)];
    await askForHelp(app, 'no_mail');
    const last = ({ heard }: typeof hears) => heard.findLast(({ type }) => type === 'unread_count');
    const two = { type: 'unread_count', count: 2, needsAction: 1 };
    await expect.poll(() => [last(hears), last(others)]).toEqual([two, two]);
    await patch(helper, 'mark-all-read');
    await expect.poll(() => last(hears)).toEqual({ ...two, count: 0, needsAction: 0 });
    await patch(auditor, `${(await firstOf(auditor, 'help_request'))?.id}/read`);
    await expect.poll(() => last(others)).toEqual({ ...two, count: 1, needsAction: 0 });
    expect(last(hears)).toMatchObject({ count: 0 });
  });

  test('Reads survive a restart and go with the account and with the notification', async () => {
    const app = await startApp();
    const [helper] = await people(app, 'helper');
    await askForHelp(app, 'no_mail');
    const item = await firstOf(helper, 'help_request');
    await patch(helper, `${item?.id}/read`);
    await app.notifications.settle();
    await app.close();
    const again = await startApp({ database: app.database });
    const client = await signedIn(again, { username: 'the-helper' });
    expect([await unread(client), (await firstOf(client, 'help_request'))?.isRead]).toEqual([1, true]);
    const rows = async () => [
      (await again.db.selectFrom('notification_marks').select('user_id').execute()).length,
      (await again.db.selectFrom('notification_reads').select('user_id').execute()).length,
    ];
    const [marks = 0] = await rows();
    expect(await rows()).toEqual([marks, 1]);
    await again.sweep();
    expect(await rows()).toEqual([marks, 1]);
    await again.db.deleteFrom('notifications').where('id', '=', String(item?.id)).execute();
    await again.sweep();
    expect(await rows()).toEqual([marks, 0]);
    await patch(client, `${(await firstOf(client, 'page_view'))?.id}/read`);
    expect(await rows()).toEqual([marks, 1]);
    await again.db.deleteFrom('users').where('username', '=', 'the-helper').execute();
    expect(await rows()).toEqual([marks - 1, 0]);
  });

  test('A notification written after the reading is unread, however old the event', async () => {
    const app = await startApp();
    const [helper] = await people(app, 'helper');
    await view(app.client({ ip: '203.0.113.9' }));
    await app.notifications.settle();
    await patch(helper, 'mark-all-read');
    app.clock.advance(-60_000);
    await view(app.client({ ip: '203.0.113.10' }));
    await app.notifications.settle();
    expect(await unread(helper)).toBe(1);
    expect((await listOf(helper)).map(({ isRead }) => isRead)).toEqual([true, false]);
  });
});

test('A grouped notification shows the last event: sentence, location and address', async () => {
  const app = await startApp();
  const user = { id: 'mira', name: 'mira' };
  const at = (ipAddress: string, location: string) => ({ ipAddress, location, device: 'Firefox', userAgent: '' });
  for (const [visitor, apart] of [
    [at('127.0.0.1', 'Local network'), true],
    [at('198.51.100.7', 'Norway'), false],
    [at('203.0.113.9', 'Unknown'), true],
  ] as const) {
    app.notifications.notify({ kind: 'login', user, role: 'user', visitor });
    if (apart) await app.notifications.settle();
  }
  const admin = await signedIn(app, ADMIN);
  expect(await listOf(admin, '?q=mira')).toMatchObject([
    {
      count: 3,
      message: 'mira signed in with Firefox (Unknown)',
      metadata: { location: 'Unknown', ip: '203.0.113.9' },
    },
  ]);
});

describe('what is counted today', () => {
  test('Notifications are counted, as in the total: events in one are one', async () => {
    const app = await startApp();
    await createAccount(app);
    for (let times = 0; times < 5; times += 1) await signedIn(app);
    const admin = await signedIn(app, ADMIN);
    const guest = app.client({ ip: '203.0.113.9' });
    await guest.get('/api/guest/state');
    for (let times = 0; times < 4; times += 1) {
      await view(guest);
      await app.notifications.settle();
    }
    const since = new Date(app.clock.now() - 60_000).toISOString();
    expect((await admin.get(`/api/admin/notifications/counts?since=${since}`)).json()).toEqual({
      total: 3,
      unread: 3,
      loginsToday: 2,
      pageViewsToday: 1,
    });
  });

  detail('Only events since midnight count, also in older groups; old counts are swept', async () => {
    const app = await startApp();
    const midnight = app.clock.now() + 4 * 24 * 60 * 60_000;
    const viewAt = async (minutes: number, ip: string) => {
      app.clock.advance(midnight + minutes * 60_000 - app.clock.now());
      await view(app.client({ ip }));
      await app.notifications.settle();
    };
    await viewAt(-3 * 24 * 60, '203.0.113.7');
    await viewAt(-20, '203.0.113.8');
    for (const minutes of [-2, 3]) await viewAt(minutes, '203.0.113.9');
    const admin = await signedIn(app, ADMIN);
    const viewsSince = async (at: number) =>
      (await admin.get(`/api/admin/notifications/counts?since=${new Date(at).toISOString()}`)).json().pageViewsToday;
    expect([await viewsSince(midnight), await viewsSince(midnight - 60 * 60_000), await viewsSince(0)]).toEqual([
      1, 2, 2,
    ]);
  });
});

describe('The subject of a notification', () => {
  const aboutOf = async (admin: HttpClient) =>
    Object.fromEntries((await listOf(admin)).map(({ title, about }) => [title, about]));

  detail('A notification links to its user, guest, log or settings', async () => {
    const smtp = await TestSmtp.start();
    smtp.behaviour = 'permanent-failure';
    const app = await startApp({ env: { SMTP_URL: smtp.url } });
    const mira = await createAccount(app, { email: 'mira@example.com' });
    const guest = app.client({ ip: '203.0.113.9' });
    await view(guest);
    await guest.post('/api/user/send-verification-code', { email: 'guest@example.com' });
    await guest.post('/api/user/verify-code', { email: 'guest@example.com', code: '000000' });
    await guest.post('/api/guest/help', { reason: 'no_mail' });
    const other = app.client({ ip: '192.0.2.7' });
    await view(other);
    await other.post('/api/guest/help', { reason: 'told_to_come' });
    await attemptSignIn(app, app.client({ ip: '198.51.100.66' }), { password: 'wrong password' });
    const client = await signedIn(app);
    await client.request({ method: 'PATCH', url: '/api/user/profile', payload: { firstName: 'Mira' } });
    const admin = await signedIn(app, ADMIN);
    const before = (await admin.get('/api/admin/settings')).json();
    await admin.post('/api/admin/settings', { ...before, exitMessage: 'Bye' });
    await until('the mail has failed', async () => {
      await app.notifications.settle();
      return (await listOf(admin)).some(({ type }) => type === 'mail_failure');
    });
    const [guestId] = (await admin.get('/api/admin/guests?q=203.0.113.9')).json().map(({ id }: { id: string }) => id);
    const { id: adminId } = (await admin.get('/api/auth/user')).json();
    const theGuest = { kind: 'guest', id: guestId };
    const { 'Page view': _, ...about } = await aboutOf(admin);
    expect(about).toEqual({
      'User signed in': { kind: 'user', id: mira.id },
      'Admin signed in': { kind: 'user', id: adminId },
      'Profile updated': { kind: 'user', id: mira.id },
      'Failed sign-in': { kind: 'log', id: 'failed' },
      'Wrong code': theGuest,
      'A guest asked for help': theGuest,
      'Email not delivered': theGuest,
      // Only the range, not the guest.
      'A guest chose “Somebody told me to come here”': { kind: 'guests', id: '192.0.2.' },
      'Exit message changed': { kind: 'settings', id: 'prompts' },
    });
    expect((await listOf(admin, '?q=203.0.113.9&type=page_view'))[0]?.about).toEqual(theGuest);
    const warnings = await listOf(admin, '?only=warnings');
    expect(warnings.map(({ severity }) => severity).filter((severity) => !/warning|error/.test(severity))).toEqual([]);
    expect(warnings).toHaveLength(6);
  });

  test.for([
    ['at once', false],
    ['one after the other', true],
  ] as const)('A notification of two guests has no single subject, %s', async ([, apart]) => {
    const app = await startApp();
    const [one, two] = [app.client({ ip: '203.0.113.9' }), app.client({ ip: '203.0.113.9' })];
    await view(one);
    if (apart) await app.notifications.settle();
    await view(two);
    await app.notifications.settle();
    const admin = await signedIn(app, ADMIN);
    expect((await listOf(admin, '?type=page_view')).map(({ about, count }) => [about, count])).toEqual([
      [{ kind: 'guest', id: null }, 2],
    ]);
  });

  detail('is each guest of an address by itself, told apart by tag and masked email', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (const email of ['mira@example.com', 'hugo@example.com', 'lena@example.com']) {
      const guest = app.client({ ip: '203.0.113.9' });
      await guest.get('/api/guest/state');
      await view(guest);
      await guest.post('/api/user/send-verification-code', { email });
      await until('the address is known', async () =>
        (await admin.get('/api/admin/guests')).json().some((one: Guest) => one.email?.startsWith(email.slice(0, 1))),
      );
      await guest.post('/api/user/verify-code', { email, code: '000000' });
    }
    await app.notifications.settle();
    const guests: Guest[] = (await admin.get('/api/admin/guests')).json();
    for (const type of ['page_view', 'code_result']) {
      const told = await listOf(admin, `?type=${type}`);
      expect(told.map(({ about, count }) => [about.id, count]).sort()).toEqual(guests.map(({ id }) => [id, 1]).sort());
    }
    const wrong = await listOf(admin, '?type=code_result');
    for (const { id, tag, email } of guests)
      expect(wrong.find(({ about }) => about.id === id)?.message).toContain(`Guest ${tag} ${email} (203.0.113.9)`);
  });

  test('Notifications of an older version link as far as their subject is known', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    await app.notifications.settle();
    await app.db.updateTable('notifications').set({ about_kind: null, about_id: null }).execute();
    await app.notifications.load();
    expect((await listOf(admin))[0]?.about).toEqual({ kind: 'log', id: 'login' });
  });
});

describe('An admin who muted kinds', () => {
  const preferences = '/api/admin/notifications/preferences';
  const mute = (client: HttpClient, silent: readonly string[]) =>
    client.request({ method: 'PUT', url: preferences, payload: { silent } });
  const counts = async (client: HttpClient) => (await client.get('/api/admin/notifications/unread-count')).json();

  async function twoAdmins() {
    const app = await startApp();
    const vera = await createAccount(app, { username: 'vera', role: 'admin' });
    const clients = [await signedIn(app, ADMIN), await signedIn(app, { username: 'vera' })] as const;
    await app.notifications.settle();
    for (const client of clients)
      await client.request({ method: 'PATCH', url: '/api/admin/notifications/mark-all-read' });
    return { app, veraId: vera.id, ann: clients[0], vera: clients[1] };
  }

  test('Muted kinds stay in the list but neither count nor ring, for this admin only', async () => {
    const { app, ann, vera } = await twoAdmins();
    expect((await mute(vera, ['page_view'])).json()).toEqual({ silent: ['page_view'] });
    const port = await listening(app);
    const [annHears, veraHears] = [await adminSocket(port, ann), await adminSocket(port, vera)];
    await view(app.client({ ip: '203.0.113.9' }));
    await app.notifications.settle();
    expect([await counts(ann), await counts(vera)]).toEqual([
      { count: 1, needsAction: 0 },
      { count: 0, needsAction: 0 },
    ]);
    const told = ({ heard }: typeof annHears) => heard.filter(({ type }) => type === 'new_notification');
    await until('both have heard', () => told(annHears).length > 0 && told(veraHears).length > 0);
    expect(told(annHears)[0]).not.toHaveProperty('silent');
    expect(told(veraHears)).toMatchObject([{ silent: true, notification: { type: 'page_view', isRead: true } }]);
    expect(veraHears.heard.findLast(({ type }) => type === 'unread_count')).toMatchObject({ count: 0 });
    const types = async (client: HttpClient, query: string) => (await listOf(client, query)).map(({ type }) => type);
    expect((await listOf(vera))[0]).toMatchObject({ type: 'page_view', isRead: true });
    expect(await types(vera, '?only=ringing&limit=5')).not.toContain('page_view');
    expect((await types(ann, '?only=ringing&limit=5'))[0]).toBe('page_view');
    const since = new Date(app.clock.now() - 60_000).toISOString();
    expect((await vera.get(`/api/admin/notifications/counts?since=${since}`)).json()).toMatchObject({ unread: 0 });

    await mute(vera, []);
    expect(await counts(vera)).toMatchObject({ count: 1 });
    expect((await listOf(vera))[0]).toMatchObject({ type: 'page_view', isRead: false });
    await until('the open page hears of it', () => {
      const last = veraHears.heard.findLast(({ type }) => type === 'unread_count');
      return last?.type === 'unread_count' && last.count === 1;
    });
  });

  test('The bell shows the latest that ring, however many muted ones follow', async () => {
    const { app, vera } = await twoAdmins();
    await mute(vera, ['page_view']);
    app.clock.advance(1_000);
    const at = app.clock.now();
    await app.db
      .insertInto('notifications')
      .values(
        Array.from({ length: 120 }, (_, index) => ({
          id: `view-${index}`,
          type: 'page_view' as const,
          severity: 'info' as const,
          title: 'Page view',
          message: '',
          group_key: `view-${index}`,
          count: 1,
          is_read: 0,
          created_at: at + index,
        })),
      )
      .execute();
    await app.notifications.load();
    expect((await listOf(vera, '?only=ringing&limit=5')).map(({ type }) => type)).toEqual(['user_login', 'user_login']);
  });

  test.for(['security', 'settings_change', 'nothing_like_this'])('An admin cannot mute %s', async (type) => {
    const { vera } = await twoAdmins();
    const refused = await mute(vera, ['page_view', type]);
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      "Settings changes and security warnings can't be switched off",
    ]);
    expect((await vera.get(preferences)).json()).toEqual({ silent: [] });
  });

  detail('Preferences are deleted with the account', async () => {
    const { app, ann, vera, veraId } = await twoAdmins();
    await mute(vera, ['page_view']);
    const url = `/api/admin/users/${veraId}`;
    await ann.request({ method: 'PATCH', url: `${url}/role`, payload: { role: 'user' } });
    expect((await ann.request({ method: 'DELETE', url })).statusCode).toBe(200);
    expect(await app.db.selectFrom('admin_preferences').selectAll().execute()).toEqual([]);
  });

  detail('Preferences reach another process', async ({ skip }) => {
    const { app, ann } = await twoAdmins();
    if (app.database.env.DATABASE_URL === undefined) skip();
    const second = await startApp({ database: app.database });
    const elsewhere = await signedIn(second, ADMIN);
    await mute(ann, ['page_view']);
    await view(app.client({ ip: '203.0.113.9' }));
    await app.notifications.settle();
    await until('it is read there', async () => (await listOf(elsewhere, '?type=page_view'))[0]?.isRead === true);
  });
});

describe('Notifications of changed settings', () => {
  const CHANGES = {
    emailPromptMessage: 'Your "address"',
    codePromptMessage: 'Your code',
    exitMessage: 'Bye',
    exitUrl: 'https://example.com/bye',
    activityRetentionDays: 1,
    guestRetentionDays: 2,
  };
  const patch = (client: HttpClient, path: string) =>
    client.request({ method: 'PATCH', url: `/api/admin/notifications/${path}` });

  async function twoAdmins() {
    const app = await startApp();
    await createAccount(app, { username: 'vera', role: 'admin' });
    const [mallory, vera] = [await signedIn(app, ADMIN), await signedIn(app, { username: 'vera' })];
    await app.notifications.settle();
    await patch(vera, 'mark-all-read');
    const before = (await mallory.get('/api/admin/settings')).json();
    const save = async (changes: object) => {
      app.clock.advance(1_000);
      expect((await mallory.post('/api/admin/settings', { ...before, ...changes })).statusCode).toBe(200);
      await app.notifications.settle();
    };
    const told = (client: HttpClient) => listOf(client, '?type=settings_change');
    return { app, mallory, vera, save, told };
  }

  test('All admins are notified of each setting with old and new value and who changed it', async () => {
    const { mallory, vera, save, told } = await twoAdmins();
    await save({ ...CHANGES, telegramBotToken: BOT_TOKEN, telegramChatId: '42', temporaryPasswordDays: 3 });
    const list = await told(vera);
    expect(list.map(({ message }) => message).sort()).toEqual([
      'admin changed the bot token of the chat notifications',
      'admin changed the chat that is notified to "42"; it was ""',
      'admin changed the email entry prompt to "Your \\"address\\""; it was "Please enter your email"',
      'admin changed the exit URL to "https://example.com/bye"; it was "https://example.com"',
      'admin changed the exit message to "Bye"; it was "Thank you for completing the verification process"',
      'admin changed the lifetime of temporary passwords to 3 days; it was 7 days',
      'admin changed the retention of guest data to 2 days; it was 30 days',
      'admin changed the retention of the activity log to 1 day; it was 365 days',
      'admin changed the verification code prompt to "Your code"; it was "Please enter your verification code again"',
    ]);
    for (const item of list) {
      expect(item).toMatchObject({ severity: 'warning', count: 1, isRead: false, metadata: { ip: mallory.ip } });
    }
    expect(await unread(vera)).toBe(9);
  });

  detail('Changes of settings are never grouped', async () => {
    const { vera, save, told } = await twoAdmins();
    for (const exitMessage of ['One', 'Two', 'Three', 'Two']) await save({ exitMessage });
    expect((await told(vera)).map(({ message, count }) => [message.replace(/^.* to /, ''), count])).toEqual([
      ['"Two"; it was "Three"', 1],
      ['"Three"; it was "Two"', 1],
      ['"Two"; it was "One"', 1],
      ['"One"; it was "Thank you for completing the verification process"', 1],
    ]);
  });

  test('A change stays unread for others, whatever its author has read', async () => {
    const { mallory, vera, save, told } = await twoAdmins();
    await save({ exitMessage: 'Bye' });
    const [item] = await told(mallory);
    for (const path of [`${item?.id}/read`, 'mark-all-read']) expect((await patch(mallory, path)).statusCode).toBe(200);
    expect([(await told(mallory))[0]?.isRead, (await told(vera))[0]?.isRead]).toEqual([true, false]);
    expect(await unread(vera)).toBe(1);
    // There is no call that deletes one.
    expect((await mallory.request({ method: 'DELETE', url: `/api/admin/notifications/${item?.id}` })).statusCode).toBe(
      404,
    );
  });

  detail('A change on one process is notified on the other too', async ({ skip }) => {
    const app = await startApp();
    if (app.database.env.DATABASE_URL === undefined) skip();
    const second = await startApp({ database: app.database });
    const [admin, elsewhere] = [await signedIn(app, ADMIN), await signedIn(second, ADMIN)];
    const before = (await admin.get('/api/admin/settings')).json();
    await admin.post('/api/admin/settings', { ...before, exitMessage: 'Bye' });
    await until('it is known there', async () =>
      (await listOf(elsewhere)).some(({ type }) => type === 'settings_change'),
    );
  });
});

describe('The chat', () => {
  async function withChat() {
    const bot = await startBotApi();
    const app = await startApp({ env: { TELEGRAM_API_ROOT: bot.url, ORGANISATION: 'Northwind' } });
    const admin = await signedIn(app, ADMIN);
    const { termsText: _, ...settings } = (await admin.get('/api/admin/settings')).json();
    await app.notifications.settle();
    await admin.post('/api/admin/settings', { ...settings, telegramBotToken: BOT_TOKEN, telegramChatId: '42' });
    const view = async (ip: string) => {
      await app.client({ ip }).post('/api/guest/log-activity', { page: 'Email Entry Page' });
      await app.notifications.settle();
      await app.chat.work();
    };
    return { bot, app, view };
  }
  const states = async (app: TestApp) =>
    (await app.db.selectFrom('outbox').selectAll().where('channel', '=', 'chat').orderBy('id').execute()).map(
      ({ state, error, sealed }) => ({ state, error, erased: sealed === null }),
    );

  test('The chat gets each notification once, without anything that could be misused', async () => {
    const { bot, app, view } = await withChat();
    await view('203.0.113.9');
    await view('203.0.113.9');
    await until('it has arrived', () => bot.requests.length === 1);
    expect(bot.requests).toMatchObject([
      { chatId: '42', text: 'Northwind: Page view\nGuest (203.0.113.9) opened Email Entry Page' },
    ]);
    await until('it is done', async () => (await states(app))[0]?.state === 'sent');
    expect(await states(app)).toEqual([{ state: 'sent', error: null, erased: true }]);
  });

  test('The chat is notified of a change of the settings, even of its own end', async () => {
    const { bot, app } = await withChat();
    const admin = await signedIn(app, ADMIN);
    const before = (await admin.get('/api/admin/settings')).json();
    const long = `https://example.org/${'x'.repeat(1_970)}`;
    await admin.post('/api/admin/settings', { ...before, exitUrl: long });
    await admin.post('/api/admin/settings', { ...before, exitUrl: long.replace('org', 'net'), telegramChatId: '43' });
    await app.chat.work();
    await until('all have come', () => bot.requests.length === 3);
    // They are sent side by side.
    expect(bot.requests.map(({ chatId, text }) => `${chatId} ${text.slice(0, 78)}`).sort()).toEqual([
      '42 Northwind: Chat notifications changed\nadmin changed the chat that is notified ',
      '42 Northwind: Exit URL changed\nadmin changed the exit URL to "https://example.net',
      '42 Northwind: Exit URL changed\nadmin changed the exit URL to "https://example.org',
    ]);
    for (const { text } of bot.requests) expect(text.length).toBeLessThanOrEqual(4_096);
  });

  test("The chat's Retry-After is obeyed, failures are retried, and no request waits", async () => {
    const { bot, app, view } = await withChat();
    bot.state.status = 429;
    bot.state.body = JSON.stringify({ ok: false, description: 'Too Many Requests', parameters: { retry_after: 7 } });
    await view('203.0.113.1');
    await until('it was refused', async () => (await states(app))[0]?.error !== null);
    expect(await states(app)).toMatchObject([
      { state: 'queued', error: 'The chat service answered 429: Too Many Requests' },
    ]);
    bot.state.status = 500;
    bot.state.body = '{}';
    app.clock.advance(6_999);
    await app.chat.work();
    expect(bot.requests).toHaveLength(1);
    app.clock.advance(1);
    await app.chat.work();
    await until('it was tried again', async () => {
      const [row] = await states(app);
      return row?.state === 'queued' && String(row.error).includes('500');
    });
    expect(bot.requests).toHaveLength(2);
    bot.state.status = 200;
    bot.state.body = '{"ok":true}';
    app.clock.advance(60_000);
    await app.chat.work();
    await until('it has arrived', async () => (await states(app))[0]?.state === 'sent');

    bot.state.hangs = true;
    const viewed = await app
      .client({ ip: '203.0.113.2' })
      .post('/api/guest/log-activity', { page: 'Email Entry Page' });
    await app.notifications.settle();
    await until('the chat service holds it', () => bot.requests.length === 4);
    expect([viewed.statusCode, (await states(app))[1]?.state]).toEqual([200, 'sending']);
    bot.cut();
    expect(app.logged.join('')).not.toContain(BOT_TOKEN.slice(10));
  });

  test('A wrong token shows the error of the chat and gives up', async () => {
    const { bot, app, view } = await withChat();
    bot.state.status = 401;
    bot.state.body = JSON.stringify({ ok: false, description: 'Unauthorized' });
    await view('203.0.113.1');
    await until('it has failed', async () => (await states(app))[0]?.state === 'failed');
    expect(await states(app)).toEqual([
      { state: 'failed', error: 'The chat service answered 401: Unauthorized', erased: true },
    ]);
  });
});

describe('Notifications of a whole year', () => {
  const many = async (app: TestApp, count: number) => {
    const last = await app.db.transaction().execute((trx) => takeNumbers(trx, count));
    for (let from = 0; from < count; from += 1_000)
      await app.db
        .insertInto('notifications')
        .values(
          Array.from({ length: Math.min(1_000, count - from) }, (_, index) => {
            const isFirst = from + index === 0;
            return {
              id: `view-${String(from + index).padStart(6, '0')}`,
              type: isFirst ? ('failed_login' as const) : ('page_view' as const),
              severity: isFirst ? ('warning' as const) : ('info' as const),
              title: isFirst ? 'The first of all' : 'Page view',
              message: '',
              group_key: `view-${from + index}`,
              count: 1,
              is_read: 0,
              seq: last - count + 1 + from + index,
              created_at: app.clock.now() - 1_000_000 + from + index,
            };
          }),
        )
        .execute();
    await app.notifications.load();
  };

  const counted = async (admin: HttpClient, app: TestApp) => {
    const { total, unread: open } = (
      await admin.get(`/api/admin/notifications/counts?since=${new Date(app.clock.now()).toISOString()}`)
    ).json();
    return { total, open };
  };

  detail('Counts stay right while a year of notifications is written, read and deleted', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    await app.notifications.settle();
    const before = await counted(admin, app);
    const total = before.total + 1_200;
    // One of them is a failed sign-in.
    const open = before.open + 1_001;
    await many(app, 1_200);
    expect(await counted(admin, app)).toEqual({ total, open });
    const isRead = async (id: string) =>
      (await listOf(admin, '?type=page_view&limit=500')).find((one) => one.id === id)?.isRead;
    expect(await isRead('view-001007')).toBe(false);
    const read = { method: 'PATCH', url: '/api/admin/notifications/view-001007/read' } as const;
    for (let twice = 0; twice < 2; twice += 1) expect((await admin.request(read)).statusCode).toBe(200);
    expect([await counted(admin, app), await isRead('view-001007')]).toEqual([{ total, open: open - 1 }, true]);
    const beyond = await admin.get('/api/admin/notifications?type=page_view&limit=500');
    const further = await admin.get(
      `/api/admin/notifications?type=page_view&limit=500&cursor=${beyond.headers['x-next-cursor']}`,
    );
    const oldest = await listOf(admin, `?type=page_view&limit=500&cursor=${further.headers['x-next-cursor']}`);
    expect(oldest.map(({ isRead }) => isRead)).toEqual(oldest.map(() => true));
    expect(oldest).toHaveLength(199);
    await admin.request({ method: 'PATCH', url: '/api/admin/notifications/mark-all-read' });
    expect(await counted(admin, app)).toEqual({ total, open: 0 });
    await app.notifications.deleteOld('page_view', app.clock.now(), 1_000);
    expect(await counted(admin, app)).toEqual({ total: before.total + 200, open: 0 });
  });

  test('A search reads a year in parts, and finds a rare kind at once', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    await many(app, 6_000);
    const list = (query: string) => admin.get(`/api/admin/notifications?limit=50&${query}`);
    const first = await list('q=first+of+all');
    const cursor = first.headers['x-next-cursor'];
    expect([first.json(), typeof cursor]).toEqual([[], 'string']);
    const second = await list(`q=first+of+all&cursor=${cursor}`);
    expect(second.json()).toMatchObject([{ title: 'The first of all' }]);
    expect(second.headers['x-next-cursor']).toBeUndefined();
    for (const rare of ['only=warnings', 'type=failed_login']) {
      const found = await list(rare);
      expect(found.json()).toMatchObject([{ title: 'The first of all' }]);
      expect(found.headers['x-next-cursor']).toBeUndefined();
    }
  });
});
