import { expect, test } from 'vitest';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { EXIT_URL, setExit } from '../../../../tests/support/exit.ts';
import { askForCode, guestInFlow } from '../../../../tests/support/guest-in-flow.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';

const WHY = 'This guest chose “Somebody told me to come here” and has not chosen to go on';
const ALL =
  'Nothing was sent. Every guest we know at this address chose “Somebody told me to come here”, and none has chosen to go on.';
const HERE = '192.0.2.7';
const PROMPT = '/api/admin/guest-prompt';
const REDIRECTS = '/api/admin/redirects';

const halt = async (client: HttpClient) =>
  expect((await client.post('/api/guest/help', { reason: 'told_to_come' })).json()).toMatchObject({ halted: true });
const goOn = async (client: HttpClient) =>
  expect((await client.request({ method: 'DELETE', url: '/api/guest/help' })).statusCode).toBe(200);
const polled = async (client: HttpClient) => [
  (await client.get('/api/guest/check-prompt')).json().showPrompt,
  (await client.get('/api/guest/check-redirect')).json().redirect,
];
const waiting = async ({ db }: TestApp) =>
  (await db.selectFrom('guest_messages').select('id').where('is_waiting', '=', 1).execute()).length;

test('A halt withdraws waiting messages, and nothing is sent until the guest goes on', async () => {
  const app = await startApp();
  await setExit(app);
  const admin = await signedIn(app, ADMIN);
  const { client, id } = await guestInFlow(app, { ip: HERE });
  await admin.post(REDIRECTS, { guestId: id, exit: true, isPersistent: true });
  await admin.post(PROMPT, { guestId: id });
  await askForCode(app, client);
  expect(app.messages.lastOf(id)).toMatchObject({ kind: 'prompt', prompt: 'email', state: 'sent' });
  await halt(client);
  expect(app.messages.lastOf(id)).toMatchObject({ kind: 'prompt', prompt: 'email', state: 'withdrawn' });
  expect(await waiting(app)).toBe(0);
  app.clock.advance(10_000);
  for (const [path, body] of [
    [PROMPT, { guestId: id }],
    [REDIRECTS, { guestId: id, exit: true }],
    [REDIRECTS, { guestId: id, destinationPath: '/user/verify-code' }],
    [`/api/admin/guests/${id}/resend`, {}],
  ] as const) {
    const answer = await admin.post(path, body);
    expect([answer.statusCode, answer.json()]).toEqual([409, { error: 'step_not_possible', message: WHY }]);
  }
  await goOn(client);
  expect(await polled(client)).toEqual([false, null]);
  expect((await admin.post(PROMPT, { guestId: id })).json()).toEqual({ success: true });
  expect(await polled(client)).toEqual([true, null]);
});

test('A message to an address reaches only guests who have not halted, and staff read how many are left out', async () => {
  const app = await startApp();
  await setExit(app);
  const admin = await signedIn(app, ADMIN);
  const { client } = await guestInFlow(app, { ip: HERE });
  const other = await guestInFlow(app, { ip: HERE });
  await halt(client);
  expect((await admin.post(PROMPT, { guestIp: HERE })).json()).toEqual({ success: true, leftOut: 1 });
  const led = await admin.post(REDIRECTS, { guestIp: HERE, isGuestRedirect: true, exit: true });
  expect(led.json()).toMatchObject({ guestId: other.id, leftOut: 1 });
  expect(await polled(client)).toEqual([false, null]);
  expect(await polled(other.client)).toEqual([true, EXIT_URL]);
  await goOn(client);
  expect(await polled(client)).toEqual([false, null]);
});

test.for(['on their page', 'not seen here yet'])(
  'A message to an address where all guests have halted is rejected: %s',
  async (where) => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const client = app.client({ ip: HERE });
    const seen = async () => (where === 'on their page' ? (await guestInFlow(app, { ip: HERE })).client : client);
    const guest = await seen();
    await guest.get('/api/guest/help');
    await halt(guest);
    for (const [path, body] of [
      [PROMPT, { guestIp: HERE }],
      [REDIRECTS, { guestIp: HERE, isGuestRedirect: true, exit: true }],
      [REDIRECTS, { guestIp: HERE, isGuestRedirect: true, destinationPath: '/user/verify-code', isPersistent: true }],
    ] as const) {
      const answer = await admin.post(path, body);
      expect([answer.statusCode, answer.json()]).toEqual([409, { error: 'step_not_possible', message: ALL }]);
    }
    expect(await waiting(app)).toBe(0);
    await goOn(guest);
    expect(await polled(guest)).toEqual([false, null]);
    expect((await admin.post(PROMPT, { guestIp: HERE })).json()).toEqual({ success: true });
  },
);

test('A message that waits at an address is not for a guest who halts there', async () => {
  const app = await startApp();
  await setExit(app);
  const admin = await signedIn(app, ADMIN);
  expect((await admin.post(PROMPT, { guestIp: HERE })).statusCode).toBe(200);
  await admin.post(REDIRECTS, { guestIp: HERE, isGuestRedirect: true, exit: true });
  const guest = app.client({ ip: HERE });
  await guest.get('/api/guest/help');
  await halt(guest);
  expect(await polled(guest)).toEqual([false, null]);
  await goOn(guest);
  expect(await polled(guest)).toEqual([false, null]);
});
