import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createAccount, signedIn } from '../support/accounts.ts';
import { callWith, DAY_MS, endKey, makeKey, WITH_KEYS } from '../support/api-key.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { until } from '../support/process.ts';

type Query = (this: pg.Client, ...args: unknown[]) => unknown;
type Inside = { readonly connection: { readonly stream: { destroy(): void } } };

/** The next transaction that has news takes effect, but its connection ends before it is answered. */
function loseNextAnswer(): void {
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  const restore = () => {
    client.query = query;
  };
  onTestFinished(restore);
  const withNews = new WeakSet<pg.Client>();
  client.query = function (...args) {
    const [first] = args as [string | { text?: string }];
    const text = typeof first === 'string' ? first : first.text;
    const answer = query.apply(this, args);
    if (text?.includes('pg_notify')) withNews.add(this);
    if (text !== 'commit' || !withNews.has(this)) return answer;
    restore();
    return Promise.resolve(answer).then(() => {
      (this as unknown as Inside).connection.stream.destroy();
      throw new Error('Connection terminated unexpectedly');
    });
  };
}

test('An API key that was ended without an answer opens nothing', async () => {
  const app = await startApp({ env: WITH_KEYS });
  const admin = await signedIn(app, ADMIN);
  const made = await makeKey(app, admin);
  const read = async () => (await callWith(app, made.key, { method: 'GET', url: '/api/admin/users' })).statusCode;
  expect(await read()).toBe(200);
  loseNextAnswer();
  expect((await endKey(admin, made)).statusCode).toBe(503);
  expect((await endKey(admin, made)).json().error).toBe('api_key_gone');
  await until('the key is refused', async () => (await read()) === 401);
});

test('A member of staff who was suspended without an answer reads nothing', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const { id } = await createAccount(app, { username: 'manager', role: 'manager' });
  const manager = await signedIn(app, { username: 'manager' });
  const read = async () => (await manager.get('/api/admin/users')).statusCode;
  expect(await read()).toBe(200);
  loseNextAnswer();
  const url = `/api/admin/users/${id}/status`;
  expect((await admin.request({ method: 'PATCH', url, payload: { status: 'suspended' } })).statusCode).toBe(503);
  await until('the manager is signed out', async () => (await read()) === 401);
});

test('A proposal that was withdrawn without an answer never comes into force', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  await createAccount(app, { username: 'mallory', role: 'admin' });
  const mallory = await signedIn(app, { username: 'mallory' });
  const before = (await mallory.get('/api/admin/settings')).json();
  const exitBefore = app.settings.current.exitUrl;
  const exitUrl = 'https://look-alike.example/login';
  expect((await mallory.post('/api/admin/settings', { ...before, exitUrl })).statusCode).toBe(202);
  const waiting = async () => (await admin.get('/api/admin/settings/proposals')).json();
  const [{ id }] = await waiting();
  loseNextAnswer();
  const withdraw = () => admin.post(`/api/admin/settings/proposals/${id}/withdraw`);
  expect((await withdraw()).statusCode).toBe(503);
  await until('the proposal is gone', async () => (await waiting()).length === 0);
  app.clock.advance(DAY_MS + 1);
  await app.sweep();
  expect([app.settings.current.exitUrl, (await app.settings.fresh()).exitUrl]).toEqual([exitBefore, exitBefore]);
});
