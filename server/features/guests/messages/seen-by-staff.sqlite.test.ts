import { expect, test } from 'vitest';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp } from '../../../../tests/support/app.ts';
import { guestInFlow } from '../../../../tests/support/guest-in-flow.ts';

test('Staff see the helper, the message and its state in the list and the timeline', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const { client, id } = await guestInFlow(app, { ip: '192.0.2.7' });
  const listed = async () => (await admin.get('/api/admin/guests')).json()[0];
  const timeline = async () => (await admin.get(`/api/admin/guests/${id}/timeline`)).json();
  await admin.post('/api/admin/guest-prompt', { guestId: id });
  app.clock.advance(1_000);
  expect(await listed()).toMatchObject({
    id,
    helper: { name: 'admin' },
    message: { kind: 'prompt', prompt: 'email', state: 'sent', by: 'admin' },
    waiting: { prompt: 'email' },
  });
  await client.get('/api/guest/check-prompt');
  await client.post('/api/guest/clear-prompt');
  app.clock.advance(1_000);
  expect(await listed()).toMatchObject({ message: { state: 'seen' }, waiting: { prompt: null } });
  await admin.post('/api/admin/redirects', { guestId: id, exit: true });
  app.clock.advance(1_000);
  await admin.request({ method: 'DELETE', url: `/api/admin/guests/${id}/claim` });
  const events = (await timeline()).map(({ event, state, by }: Record<string, string>) => [event, state, by]);
  expect(events).toEqual([
    ['unassigned', null, 'admin'],
    ['exit', 'sent', 'admin'],
    ['prompt', 'seen', 'admin'],
    ['opened', null, null],
  ]);
});
