import { expect, test } from 'vitest';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { EXIT_URL, setExit } from '../support/exit.ts';
import { guestInFlow } from '../support/guest-in-flow.ts';
import { describedRoutes } from '../support/routes.ts';

const IP = '203.0.113.9';

test('The public id of a browser gives another browser no access', async () => {
  const app = await startApp();
  await setExit(app);
  const admin = await signedIn(app, ADMIN);
  const victim = await guestInFlow(app, { ip: IP });
  const thief = await guestInFlow(app, { ip: IP });
  await admin.post('/api/admin/guest-prompt', { guestId: victim.id });
  await admin.post('/api/admin/redirects', { guestId: victim.id, exit: true });

  // In the query and the body of every guest call.
  const names = ['id', 'guestId', 'publicId', 'target', 'browser'];
  const query = names.map((name) => `${name}=${victim.id}`).join('&');
  const more = Object.fromEntries(names.map((name) => [name, victim.id]));
  const routes = (await describedRoutes(app)).filter(({ access }) => access === 'guest');
  expect(routes.length).toBeGreaterThan(8);
  for (const { method, path } of routes) {
    const url = `${path}?${query}`;
    const body = { page: 'Email Entry Page', email: 'thief@example.com', code: '123456', ...more };
    const answer = await thief.client.request({ method, url, ...(method !== 'GET' && { payload: body }) });
    expect(answer.body).not.toContain(victim.id);
  }
  // Nor as a cookie: the public id is derived from the cookie's id, not the other way round.
  const forged = app.client({ ip: IP });
  const [, until, signature] = String(thief.client.cookies.get('guest')).split('.');
  for (const value of [victim.id, `${victim.id}.0`, `${victim.id}.${until}.${signature}`]) {
    forged.cookies.set('guest', value);
    expect((await forged.get('/api/guest/check-prompt')).json()).toMatchObject({ showPrompt: false });
    expect((await forged.get('/api/guest/check-redirect')).json()).toMatchObject({ redirect: null });
    await forged.post('/api/guest/clear-prompt');
  }

  expect(app.messages.lastOf(victim.id)).toMatchObject({ kind: 'exit', state: 'sent' });
  expect((await victim.client.get('/api/guest/check-prompt')).json()).toMatchObject({ showPrompt: true });
  expect((await victim.client.get('/api/guest/check-redirect')).json()).toMatchObject({
    redirect: EXIT_URL,
  });
});

test('Guests can neither send messages to other guests nor assign them', async () => {
  const app = await startApp();
  const { id } = await guestInFlow(app, { ip: IP });
  const { client } = await guestInFlow(app, { ip: IP });
  const calls = [
    client.post('/api/admin/guest-prompt', { guestId: id }),
    client.post('/api/admin/redirects', { guestId: id, exit: true }),
    client.post(`/api/admin/guests/${id}/claim`, {}),
    client.request({ method: 'DELETE', url: `/api/admin/guests/${id}/claim` }),
    client.post(`/api/admin/guests/${id}/resend`, {}),
  ];
  for (const { statusCode } of await Promise.all(calls)) expect(statusCode).toBe(401);
  expect([app.messages.lastOf(id), app.assignments.helperOf(id)]).toEqual([null, null]);
});
