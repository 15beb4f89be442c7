import { expect, test } from 'vitest';
import { VERIFICATION_ENDED } from '../../../../contract/guests/messages.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { EXIT_URL, setExit } from '../../../../tests/support/exit.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';

const MESSAGE = 'Thank you for completing the verification process';
const ADDRESS = EXIT_URL;
const NOTHING = { redirect: null, message: null };

/** A guest with a browser of their own, and an admin. */
async function onThePage(app: TestApp) {
  await setExit(app);
  const admin = await signedIn(app, ADMIN);
  const guest = app.client();
  await guest.post('/api/user/send-verification-code', { email: 'guest@example.com' });
  expect(guest.cookies.size).toBe(1);
  const exit = async (more: object = {}) => {
    app.clock.advance(11_000);
    const body = { guestIp: guest.ip, isGuestRedirect: true, exit: true, ...more };
    expect((await admin.post('/api/admin/redirects', body)).statusCode).toBe(200);
  };
  return { admin, guest, exit };
}

const choose = async (guest: HttpClient, choice: string) =>
  (await guest.post('/api/guest/exit', { choice })).statusCode;
const checked = async (guest: HttpClient) => (await guest.get('/api/guest/check-redirect')).json();

async function exitsIn(admin: HttpClient) {
  const entries: ActivityEntry[] = (await admin.get('/api/admin/activity?filter=admin_redirect')).json();
  return entries.reverse().map(({ userId, details }) => {
    const { change, state, address, message } = details ?? {};
    return [userId?.startsWith('guest_') ?? false, change ?? state, address, message];
  });
}

test("The log has the exit's text and address as shown, and the guest's choice", async () => {
  const app = await startApp();
  const { admin, guest, exit } = await onThePage(app);
  const sent = [ADDRESS, MESSAGE];
  const shown = [ADDRESS, VERIFICATION_ENDED];
  await exit();
  expect(await checked(guest)).toEqual({ redirect: ADDRESS, message: VERIFICATION_ENDED });
  expect(await choose(guest, 'stay')).toBe(200);
  await exit();
  await checked(guest);
  expect(await choose(guest, 'go')).toBe(200);
  expect(await exitsIn(admin)).toEqual([
    [false, 'exit', ...sent],
    [true, 'delivered', ...shown],
    [true, 'declined', ...shown],
    [false, 'exit', ...sent],
    [true, 'delivered', ...shown],
    [true, 'seen', ...shown],
  ]);
});

test('Only a guest who has confirmed an address is thanked', async () => {
  const app = await startApp();
  const { admin, guest, exit } = await onThePage(app);
  await app.db.updateTable('guest_verifications').set({ verified_at: app.clock.now() }).execute();
  await guest.post('/api/guest/log-activity', { page: 'Verify Code Page' });
  const [{ id }] = (await admin.get('/api/admin/guests')).json();
  for (const to of [{}, { guestId: id }]) {
    await exit(to);
    expect(await checked(guest)).toEqual({ redirect: ADDRESS, message: MESSAGE, thanks: true });
    expect(await choose(guest, 'stay')).toBe(200);
  }
  await guest.post('/api/user/send-verification-code', { email: 'another@example.com' });
  await exit({ guestId: id });
  expect(await checked(guest)).toEqual({ redirect: ADDRESS, message: VERIFICATION_ENDED });
  expect(await choose(guest, 'go')).toBe(200);
  const shown = (await exitsIn(admin)).filter(([isGuest]) => isGuest);
  expect(shown.map(([, state, , message]) => [state, message])).toEqual([
    ['delivered', MESSAGE],
    ['declined', MESSAGE],
    ['delivered', MESSAGE],
    ['declined', MESSAGE],
    ['delivered', VERIFICATION_ENDED],
    ['seen', VERIFICATION_ENDED],
  ]);
});

test('Only guests who were shown an exit can choose, each once', async () => {
  const app = await startApp();
  const { admin, guest, exit } = await onThePage(app);
  const stranger = app.client();
  await stranger.post('/api/user/send-verification-code', { email: 'stranger@example.com' });
  for (const choice of ['go', 'stay']) expect(await choose(guest, choice)).toBe(404);
  await exit();
  // Sent, and not on the page yet.
  expect(await choose(guest, 'go')).toBe(404);
  await checked(guest);
  expect(await choose(stranger, 'go')).toBe(404);
  expect(await choose(app.client(), 'go')).toBe(404);
  expect(await choose(guest, 'elsewhere')).toBe(400);
  const answers = await Promise.all(['go', 'stay', 'go', 'stay'].map((choice) => choose(guest, choice)));
  expect(answers.sort()).toEqual([200, 404, 404, 404]);
  expect((await exitsIn(admin)).length).toBe(3);
  // Too late a choice is not accepted.
  await exit();
  await checked(guest);
  app.clock.advance(2 * 60 * 60 * 1000);
  expect(await choose(guest, 'go')).toBe(404);
  app.clock.advance(24 * 60 * 60 * 1000);
  await app.sweep();
  expect(await choose(guest, 'go')).toBe(404);
});

test('A guest who stays is not shown the exit in another language, and the log says nothing of it', async () => {
  const app = await startApp({ env: { LANGUAGES: 'en,en-XA' } });
  const { admin, guest, exit } = await onThePage(app);
  await exit({ isPersistent: true });
  await checked(guest);
  expect(await choose(guest, 'stay')).toBe(200);
  const before = await exitsIn(admin);
  const headers = { 'accept-language': 'en-XA' };
  const answer = await guest.request({ url: '/api/guest/check-redirect', headers });
  expect(answer.json().redirect).toBeNull();
  expect(await exitsIn(admin)).toEqual(before);
});

test('A guest who stays is not shown the same persistent exit again, and the log stays short', async () => {
  const app = await startApp({ env: { ROW_BUDGET: '1000' } });
  const { admin, guest, exit } = await onThePage(app);
  await exit({ isPersistent: true });
  for (let polls = 0; polls < 5; polls += 1) expect(await checked(guest)).toMatchObject({ redirect: ADDRESS });
  expect((await exitsIn(admin)).length).toBe(2);
  expect(await choose(guest, 'stay')).toBe(200);
  expect(await checked(guest)).toEqual(NOTHING);
  // A browser that keeps no cookie is another one each time.
  for (let polls = 0; polls < 60; polls += 1) await checked(app.client({ ip: guest.ip }));
  const { length } = await app.db
    .selectFrom('guest_messages')
    .select('id')
    .where('receipt_of', 'is not', null)
    .execute();
  expect(length).toBeLessThan(30);
  // Another redirect is another question.
  await exit();
  expect(await checked(guest)).toMatchObject({ redirect: ADDRESS });
});
