import { expect, test } from 'vitest';
import { createAccount, signedIn } from '../support/accounts.ts';
import { callWith, endKey, makeKey, WITH_KEYS } from '../support/api-key.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { until } from '../support/process.ts';

const USERS = '/api/admin/users';
const read = async (app: TestApp, key: string) => (await callWith(app, key, { url: USERS })).statusCode;

test('A key works at every process at once, and at none after it or its maker has ended', async () => {
  const here = await startApp({ env: WITH_KEYS });
  const there = await startApp({ env: WITH_KEYS, database: here.database });
  const maker = await createAccount(here, { username: 'maker', role: 'admin' });
  const admin = await signedIn(here, ADMIN);
  const client = await signedIn(here, { username: 'maker' });

  const first = await makeKey(here, client, { name: 'first' });
  await until('the other process knows the key', async () => (await read(there, first.key)) === 200);
  await endKey(client, first);
  expect(await read(here, first.key)).toBe(401);
  await until('the other process refuses it', async () => (await read(there, first.key)) === 401);

  const second = await makeKey(here, client, { name: 'second', scopes: ['users:read', 'users:write'] });
  await until('the other process knows the key', async () => (await read(there, second.key)) === 200);
  await admin.request({ method: 'PATCH', url: `${USERS}/${maker.id}/status`, payload: { status: 'suspended' } });
  // Whatever the other process has heard, it changes nothing any more.
  const created = await callWith(there, second.key, { method: 'POST', url: USERS, payload: { username: 'late' } });
  expect(created.statusCode).toBe(401);
  await until('the other process refuses it', async () => (await read(there, second.key)) === 401);
});
