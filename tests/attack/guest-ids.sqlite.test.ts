import { expect, test } from 'vitest';
import type { Guest } from '../../contract/guests/guests.ts';
import { isPermission } from '../../contract/users/roles.rules.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp } from '../support/app.ts';
import { adminSocket } from '../support/live-socket.ts';
import { until } from '../support/process.ts';
import { describedRoutes } from '../support/routes.ts';

const PAGE = 'Verify Code Page';
const EMAIL = 'guest@example.com';

test("No answer, socket message or log line contains the id of a guest's cookie, and the public id gives no access", async () => {
  const app = await startApp();
  const port = await listening(app);
  const admin = await signedIn(app, ADMIN);
  const page = await adminSocket(port, admin);
  const guest = app.client();
  await guest.post('/api/guest/log-activity', { page: PAGE });
  await guest.post('/api/guest/submit-email', { email: EMAIL });
  await guest.post('/api/user/send-verification-code', { email: EMAIL });
  await guest.post('/api/guest/presence', { page: PAGE, presence: 'away' });
  await guest.post('/api/user/verify-code', { email: EMAIL, code: '000000' });
  await app.presence.settle();
  await app.notifications.settle();
  await until('the page was notified', () => page.heard.some(({ type }) => type === 'guests_changed'));
  const [shown] = (await admin.get('/api/admin/guests')).json() as Guest[];
  const { id } = shown as Guest;

  const routes = (await describedRoutes(app)).filter(({ method, access }) => method === 'GET' && isPermission(access));
  const answers: string[] = [JSON.stringify(page.heard), app.logged.join('')];
  for (const { path } of routes) answers.push((await admin.get(path.replace('{id}', id))).body);
  const cookie = guest.cookies.get('guest') as string;
  const [cookieId] = cookie.split('.') as [string];
  expect(answers.join('')).toContain(id);
  for (const text of answers) expect(text).not.toContain(cookieId);

  // A thief who read the public id on an admin's screen.
  const thief = app.client();
  for (const forged of [id, `${id}.0`, cookie.replace(cookieId, id)]) {
    thief.cookies.set('guest', forged);
    await thief.post('/api/guest/presence', { page: PAGE, presence: 'left' });
    await thief.get('/api/guest/check-prompt');
    expect((await thief.get('/api/guest/state')).json().email).toBeNull();
  }
  app.clock.advance(5_000);
  expect((await admin.get('/api/admin/guests?view=here')).json()).toMatchObject([{ id, presence: 'away' }]);
});
