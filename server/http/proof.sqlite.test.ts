import { expect, test } from 'vitest';
import { addressOf, payloadOf, plantTarget } from '../../tests/attack/target.ts';
import { attemptSignIn, createAccount, PASSWORD, signedIn } from '../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../tests/support/app.ts';
import { changesBy } from '../../tests/support/contents.ts';
import type { HttpClient } from '../../tests/support/http-client.ts';
import { type DescribedRoute, describedRoutes } from '../../tests/support/routes.ts';
import { OTHER_SETTINGS } from '../../tests/support/settings.ts';
import { CLOCK_SKEW_MS } from '../clock.ts';
import { PROOF_MS } from '../sessions/access.ts';

const NEEDED = 'fresh_proof_needed';

const prove = (client: HttpClient, password: string = ADMIN.password) => client.post('/api/auth/proof', { password });

const provenSettings = async (client: HttpClient, change: object) => {
  const before = (await client.get('/api/admin/settings')).json();
  return client.post('/api/admin/settings', { ...before, ...change });
};

async function alwaysProven(app: TestApp) {
  const { paths } = (await app.client().get('/api/openapi.json')).json();
  const routes = await describedRoutes(app);
  return routes.filter(
    ({ method, path }) => paths[path][method.toLowerCase()]['x-proof'] === 'always' && !path.startsWith('/api/auth/'),
  );
}

test('Every call that needs a step-up is rejected with an old one and changes nothing', async () => {
  const app = await startApp();
  const target = await plantTarget(app);
  const admin = await signedIn(app, ADMIN);
  const routes = await alwaysProven(app);
  expect(routes.length).toBeGreaterThan(8);
  app.clock.advance(PROOF_MS);
  const changes = await changesBy(app, async () => {
    for (const route of routes) {
      const body = payloadOf(route, target);
      const answer = await admin.request({
        method: route.method,
        url: addressOf(route.path, target),
        ...(body !== null && { payload: body.payload, headers: { 'content-type': body.type } }),
      });
      expect([route.path, answer.statusCode, answer.json().error]).toEqual([route.path, 403, NEEDED]);
    }
  });
  expect(changes.filter((change) => !change.startsWith('sessions'))).toEqual([]);
});

test('A sign-in is a step-up for ten minutes; the password gives ten more and a new token', async () => {
  const app = await startApp();
  const user = await createAccount(app);
  const admin = await signedIn(app, ADMIN);
  const toHelper = () =>
    admin.request({ method: 'PATCH', url: `/api/admin/users/${user.id}/role`, payload: { role: 'helper' } });
  const toUser = () =>
    admin.request({ method: 'PATCH', url: `/api/admin/users/${user.id}/role`, payload: { role: 'user' } });
  app.clock.advance(PROOF_MS - 1);
  expect((await toHelper()).statusCode).toBe(200);
  app.clock.advance(1);
  expect((await toUser()).json().error).toBe(NEEDED);
  expect((await admin.get('/api/auth/proof')).json()).toMatchObject({ password: true, provenUntil: null });

  const wrong = await prove(admin, 'not the password');
  expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'wrong_password']);
  expect((await toUser()).json().error).toBe(NEEDED);

  const before = admin.cookieHeader;
  expect((await prove(admin)).statusCode).toBe(200);
  expect(admin.cookieHeader).not.toBe(before);
  const old = await app.client().request({ url: '/api/auth/user', headers: { cookie: before } });
  expect(old.statusCode).toBe(401);
  expect((await toUser()).statusCode).toBe(200);
  const until = new Date(app.clock.now() + PROOF_MS).toISOString();
  expect((await admin.get('/api/auth/proof')).json().provenUntil).toBe(until);
});

test('A step-up holds for one session on every process, and a clock set back makes none', async () => {
  const app = await startApp();
  const second = app.database.env.DATABASE_URL === undefined ? app : await startApp({ database: app.database });
  const [one, other] = [await signedIn(app, ADMIN), await signedIn(app, ADMIN)];
  for (const { clock } of new Set([app, second])) clock.advance(PROOF_MS);
  await prove(one);
  const elsewhere = second.client();
  for (const [name, value] of one.cookies) elsewhere.cookies.set(name, value);
  await expect.poll(async () => (await elsewhere.get('/api/admin/users.csv')).statusCode).toBe(200);
  expect((await other.get('/api/admin/users.csv')).json().error).toBe(NEEDED);
  app.clock.advance(-CLOCK_SKEW_MS - 1);
  expect((await one.get('/api/admin/users.csv')).json().error).toBe('not_signed_in');
});

test('Every change of the settings needs a step-up', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  app.clock.advance(PROOF_MS);
  for (const [name, value] of Object.entries(OTHER_SETTINGS))
    expect([name, (await provenSettings(admin, { [name]: value })).json().error]).toEqual([name, NEEDED]);
  await prove(admin);
  for (const [name, value] of Object.entries(OTHER_SETTINGS))
    expect([name, (await provenSettings(admin, { [name]: value })).statusCode]).toEqual([name, 200]);
});

test("Everything done to a staff account needs a step-up, one's own included", async () => {
  const app = await startApp();
  const target = await plantTarget(app);
  const admin = await signedIn(app, ADMIN);
  const own = await app.db.selectFrom('users').select('id').where('username', '=', ADMIN.username).executeTakeFirst();
  const routes = (await describedRoutes(app)).filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/api/admin/users/{id}'),
  );
  expect(routes.length).toBeGreaterThan(7);
  app.clock.advance(PROOF_MS);
  const send = (method: DescribedRoute['method'], url: string, payload: object) =>
    admin.request({ method, url, payload });
  const one = `/api/admin/users/${target.userId}`;
  const toUser = { userId: target.userId, destinationPath: '/auth/re-login' };
  // A user's names, address and status are everyday work, and so are redirects.
  expect((await send('PATCH', one, { email: 'quill@example.com' })).statusCode).toBe(200);
  expect((await send('PATCH', `${one}/status`, { status: 'suspended' })).statusCode).toBe(200);
  expect((await send('POST', '/api/admin/redirects', toUser)).statusCode).toBe(200);

  await app.db.updateTable('users').set({ role: 'helper', status: 'active' }).where('id', '=', target.userId).execute();
  const changes = await changesBy(app, async () => {
    for (const route of routes) {
      const body = payloadOf(route, target);
      const answer = await admin.request({
        method: route.method,
        url: addressOf(route.path, target),
        ...(body !== null && { payload: body.payload, headers: { 'content-type': body.type } }),
      });
      expect([route.method, route.path, answer.json().error]).toEqual([route.method, route.path, NEEDED]);
    }
    expect((await send('POST', '/api/admin/redirects', toUser)).json().error).toBe(NEEDED);
    const toThemselves = await send('PATCH', `/api/admin/users/${own?.id}`, { email: 'mine@example.com' });
    expect(toThemselves.json().error).toBe(NEEDED);
  });
  expect(changes.filter((change) => !change.startsWith('sessions'))).toEqual([]);
  await prove(admin);
  expect((await send('PATCH', `${one}/status`, { status: 'suspended' })).statusCode).toBe(200);
});

test('Roles and deletions need a step-up, alone and in bulk; other changes of users do not', async () => {
  const app = await startApp();
  const user = await createAccount(app);
  const admin = await signedIn(app, ADMIN);
  app.clock.advance(PROOF_MS);
  const bulk = (change: object) => admin.post('/api/admin/users/bulk-action', { userIds: [user.id], ...change });
  const job = (change: object) => admin.post('/api/admin/bulk-jobs', { filter: { q: 'mira' }, ...change });
  const create = (role: string) => admin.post('/api/admin/users', { username: `new-${role}`, role });
  expect((await bulk({ action: 'status', value: 'suspended' })).statusCode).toBe(200);
  expect((await job({ action: 'status', value: 'active' })).statusCode).toBe(200);
  expect((await create('user')).statusCode).toBe(200);
  for (const answer of [
    await bulk({ action: 'role', value: 'helper' }),
    await bulk({ action: 'delete' }),
    await job({ action: 'role', value: 'helper' }),
    await job({ action: 'delete' }),
    await create('helper'),
  ])
    expect(answer.json().error).toBe(NEEDED);
});

test('Guesses at a step-up are counted like guesses at the sign-in page', async () => {
  const app = await startApp();
  await createAccount(app);
  const client = await signedIn(app);
  app.clock.advance(PROOF_MS);
  const answers = [];
  for (let guess = 0; guess < 8; guess += 1) answers.push((await prove(client, `guess ${guess}`)).statusCode);
  expect(answers).toContain(429);
  expect((await prove(client, PASSWORD)).statusCode).toBe(429);
  // The account's owner elsewhere is not kept out by it.
  expect((await attemptSignIn(app, app.client())).statusCode).toBe(200);
});
