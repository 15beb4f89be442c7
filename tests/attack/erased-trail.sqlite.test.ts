import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../contract/log/activity.ts';
import type { Notification } from '../../contract/notifications/notifications.ts';
import { attemptSignIn, createAccount, signedIn } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const GUEST = '203.0.113.9';
const LIE = 'Please enter the code that your bank has sent you';
const HONEST = 'Please enter your verification code again';
/** On the host of the exit, where a change takes effect at once. */
const TRAP = 'https://example.com/your-bank';

const patch = (client: HttpClient, url: string) => client.request({ method: 'PATCH', url });

async function daysPass(app: TestApp, days: number): Promise<void> {
  app.clock.advance(days * DAY_MS);
  await app.sweep();
  await app.notifications.settle();
}

async function logOf(client: HttpClient, query = ''): Promise<ActivityEntry[]> {
  const answer = await client.get(`/api/admin/activity?limit=1000${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

/** Mallory deceives a guest and tries everything an admin can do to hide it. Returns another admin. */
async function deceive(app: TestApp): Promise<HttpClient> {
  await createAccount(app, { username: 'vera', role: 'admin' });
  await createAccount(app, { username: 'mallory', role: 'admin' });
  await attemptSignIn(app, app.client(), { username: 'mallory', password: 'wrong password' });
  const mallory = await signedIn(app, { username: 'mallory' });
  const before = (await mallory.get('/api/admin/settings')).json();
  const save = async (changes: object) => {
    app.clock.advance(1_000);
    const { statusCode } = await mallory.post('/api/admin/settings', {
      ...before,
      activityRetentionDays: 1,
      guestRetentionDays: 1,
      ...changes,
    });
    expect(statusCode).toBe(200);
  };
  const guest = app.client({ ip: GUEST });
  await guest.post('/api/guest/log-activity', { page: 'Verify Code Page' });
  await save({});
  await save({ codePromptMessage: LIE, exitUrl: TRAP });
  await mallory.post('/api/admin/guest-prompt', { guestIp: GUEST, prompt: 'code' });
  expect((await guest.get('/api/guest/check-prompt')).json()).toMatchObject({ showPrompt: true, message: LIE });
  await guest.post('/api/guest/clear-prompt');
  await mallory.post('/api/admin/redirects', { guestIp: GUEST, isGuestRedirect: true, exit: true });
  expect((await guest.get('/api/guest/check-redirect')).json()).toMatchObject({ redirect: TRAP });
  await save({});

  const logs: { id: string }[] = (await mallory.get('/api/admin/guest-logs')).json();
  const everything = (await logOf(mallory)).map(({ id }) => id);
  const logIds = [...logs.map(({ id }) => id), ...everything];
  const deleted = await mallory.request({ method: 'DELETE', url: '/api/admin/guest-logs', payload: { logIds } });
  expect(deleted.json()).toEqual({ deletedCount: logs.length });
  await app.notifications.settle();
  const notifications: Notification[] = (await mallory.get('/api/admin/notifications')).json();
  for (const { id } of notifications) await patch(mallory, `/api/admin/notifications/${id}/read`);
  await patch(mallory, '/api/admin/notifications/mark-all-read');
  for (const { id } of notifications) {
    const gone = await mallory.request({ method: 'DELETE', url: `/api/admin/notifications/${id}` });
    expect(gone.statusCode).toBe(404);
  }
  await mallory.post('/api/auth/logout');
  return signedIn(app, { username: 'vera' });
}

async function removeMallory(app: TestApp, vera: HttpClient): Promise<void> {
  const mallory = app.db.selectFrom('users').select('id').where('username', '=', 'mallory');
  const { id } = await mallory.executeTakeFirstOrThrow();
  expect((await vera.request({ method: 'DELETE', url: `/api/admin/users/${id}` })).statusCode).toBe(200);
  expect(await mallory.execute()).toEqual([]);
}

/** Mallory's entries as another admin reads them, oldest first, without actor and place. */
async function trailOf(vera: HttpClient) {
  const entries = (await logOf(vera, '&q=mallory')).filter(({ formerName }) => formerName === 'mallory');
  return entries.reverse().map(({ action, page, details }) => {
    const { messageId: _, ...shown } = details ?? {};
    return { action, ...(page && { page }), ...(details && { details: shown }) };
  });
}

/** What the guest actually saw, oldest first. */
async function shownTo(vera: HttpClient) {
  const entries = (await logOf(vera, '&filter=admin_redirect')).filter(({ action }) => action === 'redirect');
  return entries.reverse().map(({ details }) => details);
}

const SHOWN = [
  { kind: 'exit', state: 'delivered', address: TRAP },
  { kind: 'prompt', prompt: 'code', state: 'delivered', text: LIE },
  { kind: 'prompt', prompt: 'code', state: 'seen', text: LIE },
];

const TRAIL = [
  { action: 'failed_login', details: { reason: 'wrong password' } },
  { action: 'login', details: { way: 'password' } },
  {
    action: 'profile_update',
    details: {
      change: 'settings',
      settings: { activityRetentionDays: { from: 365, to: 1 }, guestRetentionDays: { from: 30, to: 1 } },
    },
  },
  {
    action: 'profile_update',
    details: {
      change: 'settings',
      settings: {
        codePromptMessage: { from: HONEST, to: LIE },
        exitUrl: { from: 'https://example.com', to: TRAP },
      },
    },
  },
  { action: 'admin_redirect', details: { change: 'prompt', prompt: 'code', text: LIE, guest: GUEST } },
  {
    action: 'admin_redirect',
    page: TRAP,
    details: {
      change: 'exit',
      address: TRAP,
      message: 'Thank you for completing the verification process',
      guest: GUEST,
    },
  },
  {
    action: 'profile_update',
    details: {
      change: 'settings',
      settings: {
        codePromptMessage: { from: LIE, to: HONEST },
        exitUrl: { from: TRAP, to: 'https://example.com' },
      },
    },
  },
  { action: 'profile_update', details: { change: 'guest log deleted', entries: 1 } },
  { action: 'logout' },
];

const byState = (one: ActivityEntry['details'], other: ActivityEntry['details']) =>
  `${one?.kind} ${one?.state}` < `${other?.kind} ${other?.state}` ? -1 : 1;
const byContents = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

test('The audit trail of a dishonest admin outlives deleted logs, short retention and the deletion of their account', async () => {
  const app = await startApp();
  let vera = await deceive(app);
  // Vera's notifications are still unread.
  const notifications: Notification[] = (await vera.get('/api/admin/notifications?type=settings_change')).json();
  expect(notifications.map(({ isRead, message }) => [isRead, message]).sort()).toEqual(
    [
      'mallory changed the retention of the activity log to 1 day; it was 365 days',
      'mallory changed the retention of guest data to 1 day; it was 30 days',
      `mallory changed the verification code prompt to "${LIE}"; it was "${HONEST}"`,
      `mallory changed the verification code prompt to "${HONEST}"; it was "${LIE}"`,
      `mallory changed the exit URL to "${TRAP}"; it was "https://example.com"`,
      `mallory changed the exit URL to "https://example.com"; it was "${TRAP}"`,
    ]
      .map((message) => [false, message])
      .sort(),
  );
  await removeMallory(app, vera);

  for (const days of [2, 298]) {
    await daysPass(app, days);
    vera = await signedIn(app, { username: 'vera' });
    expect((await trailOf(vera)).sort(byContents)).toEqual([...TRAIL].sort(byContents));
    expect((await shownTo(vera)).sort(byState)).toMatchObject(SHOWN);
    expect((await vera.get('/api/admin/notifications?type=settings_change')).json()).toHaveLength(6);
  }
  // Retention did run: the guest's data is gone.
  expect((await vera.get('/api/admin/guest-logs')).json()).toEqual([]);
  expect((await vera.get('/api/admin/activity.csv?q=mallory')).body).toContain(',mallory (account deleted),');

  await daysPass(app, 66);
  vera = await signedIn(app, { username: 'vera' });
  expect([await trailOf(vera), await shownTo(vera)]).toEqual([[], []]);
  expect((await vera.get('/api/admin/notifications?type=settings_change')).json()).toEqual([]);
});

test('The operator can shorten the retention of the audit trail to 90 days', async () => {
  const app = await startApp({ env: { AUDIT_RETENTION_DAYS: '90' } });
  await removeMallory(app, await deceive(app));
  await daysPass(app, 89);
  expect(await trailOf(await signedIn(app, { username: 'vera' }))).toHaveLength(TRAIL.length);
  await daysPass(app, 2);
  expect(await trailOf(await signedIn(app, { username: 'vera' }))).toEqual([]);
});

test('Reverting a setting withdraws its undelivered messages and logs that', async () => {
  const app = await startApp();
  await createAccount(app, { username: 'mallory', role: 'admin' });
  const mallory = await signedIn(app, { username: 'mallory' });
  const before = (await mallory.get('/api/admin/settings')).json();
  await mallory.post('/api/admin/settings', { ...before, codePromptMessage: LIE, exitUrl: TRAP });
  await mallory.post('/api/admin/guest-prompt', { guestIp: GUEST, prompt: 'code' });
  await mallory.post('/api/admin/redirects', { guestIp: GUEST, isGuestRedirect: true, exit: true });
  app.clock.advance(1_000);
  await mallory.post('/api/admin/settings', before);
  const guest = app.client({ ip: GUEST });
  expect((await guest.get('/api/guest/check-prompt')).json()).toMatchObject({ showPrompt: false, message: null });
  expect((await guest.get('/api/guest/check-redirect')).json()).toEqual({ redirect: null, message: null });
  const [last] = await logOf(mallory);
  expect(last?.details).toMatchObject({ change: 'settings', withdrawnPrompts: 1, withdrawnExits: 1 });
});
