import { expect, test } from 'vitest';
import { signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp } from '../../../tests/support/app.ts';
import { EXIT_URL, setExit } from '../../../tests/support/exit.ts';
import { askForCode, guestInFlow } from '../../../tests/support/guest-in-flow.ts';

const WHY = 'This guest said that somebody told them to come here, and has not chosen to go on';

test('a guest whom somebody told to come here is steered by nobody until they choose to go on', async () => {
  const app = await startApp();
  await setExit(app);
  const admin = await signedIn(app, ADMIN);
  const { client, id } = await guestInFlow(app, { ip: '192.0.2.7' });
  const other = await guestInFlow(app, { ip: '192.0.2.7' });
  // What was sent before waits, and so does what is sent to the address.
  await admin.post('/api/admin/guest-prompt', { guestId: id });
  await askForCode(app, client);
  expect((await client.post('/api/guest/help', { reason: 'told_to_come' })).statusCode).toBe(200);
  await admin.post('/api/admin/redirects', { guestIp: '192.0.2.7', isGuestRedirect: true, exit: true });
  const polled = async () => [
    (await client.get('/api/guest/check-prompt')).json().showPrompt,
    (await client.get('/api/guest/check-redirect')).json().redirect,
  ];
  expect(await polled()).toEqual([false, null]);
  expect((await other.client.get('/api/guest/check-redirect')).json().redirect).toBe(EXIT_URL);
  expect(app.care.steerOf(id)).toMatchObject({ what: 'exit', state: 'sent' });
  app.clock.advance(10_000);
  for (const [path, body] of [
    ['/api/admin/guest-prompt', { guestId: id }],
    ['/api/admin/redirects', { guestId: id, exit: true }],
    ['/api/admin/redirects', { guestId: id, destinationPath: '/user/verify-code' }],
    [`/api/admin/guests/${id}/resend`, {}],
  ] as const) {
    const answer = await admin.post(path, body);
    expect([answer.statusCode, answer.json()]).toEqual([409, { error: 'step_not_possible', message: WHY }]);
  }
  await client.request({ method: 'DELETE', url: '/api/guest/help' });
  expect(await polled()).toEqual([true, EXIT_URL]);
});
