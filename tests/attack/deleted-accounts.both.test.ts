import { expect, test } from 'vitest';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { until } from '../support/process.ts';

type Delete = (admin: HttpClient, user: { id: string; username: string }) => Promise<{ statusCode: number }>;

test.for<[string, Delete]>([
  ['Deleting', (admin, { id }) => admin.request({ method: 'DELETE', url: `/api/admin/users/${id}` })],
  ['A bulk action', (admin, { id }) => admin.post('/api/admin/users/bulk-action', { userIds: [id], action: 'delete' })],
  [
    'A bulk job',
    (admin, { username }) => admin.post('/api/admin/bulk-jobs', { filter: { q: username }, action: 'delete' }),
  ],
])('%s ends the sessions of an account: it reads nothing more', async ([, deleteIt]) => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const user = await createAccount(app, { username: 'leaving' });
  const client = await signedIn(app, { username: 'leaving' });
  const read = async () => (await client.get('/api/auth/user')).statusCode;
  expect(await read()).toBe(200);
  expect((await deleteIt(admin, user)).statusCode).toBe(200);
  await until('the account is gone', async () => {
    const left = app.db.selectFrom('users').select('id').where('id', '=', user.id);
    return (await left.executeTakeFirst()) === undefined;
  });
  await until('the account reads nothing', async () => (await read()) === 401);
});
