import { describe, expect, test } from 'vitest';
import type { Guest, GuestLog } from '../../../../contract/guests/guests.ts';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { until } from '../../../../tests/support/process.ts';
import { TestSmtp } from '../../../../tests/support/smtp.ts';

const guestsOf = async (admin: HttpClient) => (await admin.get('/api/admin/guests')).json() as Guest[];
const logsOf = async (admin: HttpClient) => (await admin.get('/api/admin/guest-logs')).json() as GuestLog[];
const view = (guest: HttpClient, page = 'Email Entry Page') => guest.post('/api/guest/log-activity', { page });

describe('The list of guests', () => {
  test('A guest has a page, since when, the number of views and presence', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const guest = app.client({ ip: '203.0.113.9' });
    expect(await guestsOf(admin)).toEqual([]);
    await view(guest);
    const arrived = app.clock.now();
    app.clock.advance(60_000);
    await view(guest, 'Verify Code Page');
    app.clock.advance(1_000);
    await view(guest, 'Verify Code Page');
    expect(await guestsOf(admin)).toMatchObject([
      {
        id: expect.stringMatching(/^[\w-]{24}$/),
        tag: expect.stringMatching(/^[2-9A-Z]{4}$/),
        guestId: 'guest_203_0_113_9',
        ipAddress: '203.0.113.9',
        email: null,
        page: 'Verify Code Page',
        lastPage: 'Verify Code Page',
        pageSince: new Date(arrived + 60_000).toISOString(),
        pageViews: 3,
        presence: 'here',
        presenceSince: new Date(arrived + 60_000).toISOString(),
        outcome: 'none',
        device: 'Chrome on Linux',
        mail: null,
        waiting: { prompt: null, redirect: null },
      },
    ]);
    app.clock.advance(15_000);
    expect(await guestsOf(admin)).toMatchObject([{ presence: 'gone' }]);
    await guest.get('/api/guest/check-redirect');
    expect(await guestsOf(admin)).toMatchObject([
      { presence: 'here', lastSeenAt: new Date(app.clock.now()).toISOString() },
    ]);
    app.clock.advance(24 * 60 * 60 * 1000);
    expect(await guestsOf(await signedIn(app, ADMIN))).toEqual([]);
  });

  test('The list survives a restart and is the same on another process', async () => {
    const app = await startApp();
    const guest = app.client({ ip: '203.0.113.9' });
    await view(guest);
    await app.presence.settle();
    if (app.database.env.DATABASE_URL !== undefined) {
      const second = await startApp({ database: app.database });
      const admin = await signedIn(second, ADMIN);
      await view(guest, 'Verify Code Page');
      await until('the other process knows', async () => (await guestsOf(admin))[0]?.page === 'Verify Code Page');
      expect(await guestsOf(admin)).toMatchObject([{ pageViews: 2, presence: 'here' }]);
    } else {
      await app.presence.load();
      expect(await guestsOf(await signedIn(app, ADMIN))).toMatchObject([{ pageViews: 1, page: 'Email Entry Page' }]);
    }
  });

  test('A guest has the state of the email with their code', async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url } });
    const admin = await signedIn(app, ADMIN);
    const guest = app.client({ ip: '203.0.113.9' });
    const mail = async () => {
      await app.presence.settle();
      return (await guestsOf(admin))[0]?.mail;
    };
    await view(guest);
    smtp.behaviour = 'permanent-failure';
    await guest.post('/api/user/send-verification-code', { email: 'guest@example.com' });
    await until('the failure is seen', async () => (await mail())?.state === 'refused');
    expect((await mail())?.error).toMatch(/550/);
    smtp.behaviour = 'accept';
    await guest.post('/api/guest/resend-code', { email: 'guest@example.com' });
    await until('the success is seen', async () => (await mail())?.state === 'sent');
    expect(await mail()).toMatchObject({ error: null });
  });
});

describe('A prompt', () => {
  const prompt = (admin: HttpClient, body: object) =>
    admin.post('/api/admin/guest-prompt', { guestIp: '203.0.113.9', ...body });
  const shown = async (guest: HttpClient) => (await guest.get('/api/guest/check-prompt')).json();

  test('A prompt is one of two messages, waits until shown, and is shown once', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const guest = app.client({ ip: '203.0.113.9' });
    await view(guest);
    expect((await prompt(admin, { message: 'Please enter your verification code again' })).json()).toEqual({
      success: true,
    });
    expect(await guestsOf(admin)).toMatchObject([{ waiting: { prompt: 'code' } }]);
    expect(await shown(guest)).toMatchObject({
      showPrompt: true,
      message: 'Please enter your verification code again',
    });
    await guest.post('/api/guest/clear-prompt');
    expect(await guestsOf(admin)).toMatchObject([{ waiting: { prompt: null } }]);
    await prompt(admin, {});
    expect((await shown(guest)).message).toBe('Please enter your email');
    const entries = await app.db
      .selectFrom('activity')
      .select(['user_id', 'details'])
      .where('action', '=', 'admin_redirect')
      .execute();
    expect(entries.map(({ details }) => JSON.parse(details as string))).toMatchObject([
      {
        change: 'prompt',
        prompt: 'code',
        text: 'Please enter your verification code again',
        guest: '203.0.113.9',
      },
      { change: 'prompt', prompt: 'email', text: 'Please enter your email', guest: '203.0.113.9' },
    ]);
  });

  test('With equal texts the prompt is about the page that the guest is on', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const { termsText: _, ...settings } = (await admin.get('/api/admin/settings')).json();
    const both = { emailPromptMessage: 'Please go on', codePromptMessage: 'Please go on' };
    await admin.post('/api/admin/settings', { ...settings, ...both });
    const guest = app.client({ ip: '203.0.113.9' });
    for (const [page, kind] of [
      ['Email Entry Page', 'email'],
      ['Verify Code Page', 'code'],
    ] as const) {
      await view(guest, page);
      await prompt(admin, { message: 'Please go on' });
      expect(await guestsOf(admin)).toMatchObject([{ waiting: { prompt: kind } }]);
    }
  });

  test('Any other prompt is rejected', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    for (const [body, message] of [
      [
        { message: 'Tell me the code from your bank' },
        'Guests can only be shown a message of the settings or one of the fixed replies.',
      ],
      [{ guestIp: 'nonsense' }, 'Please enter a guest IP address'],
      [{ guestIp: '' }, 'Please enter a guest IP address'],
    ] as const) {
      const answer = await prompt(admin, body);
      expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    }
  });
});

describe('The log of guests', () => {
  const remove = (admin: HttpClient, logIds: string[]) =>
    admin.request({ method: 'DELETE', url: '/api/admin/guest-logs', payload: { logIds } });

  async function withLog(app: TestApp) {
    const admin = await signedIn(app, ADMIN);
    const guest = app.client({ ip: '203.0.113.9' });
    await view(guest);
    app.clock.advance(1_000);
    await guest.post('/api/guest/submit-email', { email: 'guest@example.com' });
    app.clock.advance(1_000);
    await view(guest, 'Verify Code Page');
    return { admin, guest };
  }

  test('The log of guests is newest first, in pages', async () => {
    const app = await startApp();
    const { admin } = await withLog(app);
    const logs = await logsOf(admin);
    expect(logs.map(({ action, page }) => [action, page])).toEqual([
      ['page_view', 'Verify Code Page'],
      ['email_entry', 'Email Entry Page'],
      ['page_view', 'Email Entry Page'],
    ]);
    expect(logs[0]).toMatchObject({ userId: 'guest_203_0_113_9', ipAddress: '203.0.113.9', device: 'Chrome on Linux' });
    const first = await admin.get('/api/admin/guest-logs?limit=2');
    const rest = await admin.get(`/api/admin/guest-logs?limit=2&cursor=${first.headers['x-next-cursor']}`);
    expect([...first.json(), ...rest.json()]).toEqual(logs);
  });

  test('A page that the guest returns to is logged again, however soon', async () => {
    const app = await startApp();
    const { admin, guest } = await withLog(app);
    for (const page of ['Code Processing Complete', 'Verify Code Page', 'Verify Code Page', 'Code Processing Complete'])
      await view(guest, page);
    expect((await logsOf(admin)).slice(0, 4).map(({ page }) => page)).toEqual([
      'Code Processing Complete',
      'Verify Code Page',
      'Code Processing Complete',
      'Verify Code Page',
    ]);
  });

  test('Entries of guests are deleted by id, entries of admins never', async () => {
    const app = await startApp();
    const { admin } = await withLog(app);
    const logs = await logsOf(admin);
    const { id: login } = await app.db
      .selectFrom('activity')
      .select('id')
      .where('action', '=', 'login')
      .executeTakeFirstOrThrow();
    const ids = logs.slice(0, 2).map(({ id }) => id);
    expect((await remove(admin, [...ids, login, 'nothing'])).json()).toEqual({ deletedCount: 2 });
    expect((await logsOf(admin)).map(({ id }) => id)).toEqual([logs[2]?.id]);
    const kept = await app.db
      .selectFrom('activity')
      .select(['action', 'details'])
      .where('action', '!=', 'page_view')
      .orderBy('id')
      .execute();
    expect(kept.map(({ action }) => action)).toEqual(['login', 'profile_update']);
    expect(JSON.parse(kept[1]?.details as string)).toEqual({ change: 'guest log deleted', entries: 2 });
    expect((await remove(admin, [])).statusCode).toBe(400);
  });
});
