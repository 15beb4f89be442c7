import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { callWith, makeKey, WITH_KEYS } from '../support/api-key.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { until } from '../support/process.ts';

const NEW_PASSWORD = 'the password of the owner';
const DAY_MS = 24 * 60 * 60 * 1000;

interface Work {
  readonly app: TestApp;
  readonly boss: HttpClient;
  readonly mallory: { readonly id: string; readonly thief: HttpClient; readonly owner: HttpClient };
}

/** What ends the authority of an account or of one of its sessions. */
const ENDINGS: Record<string, (work: Work) => Promise<LightMyRequestResponse>> = {
  suspended: ({ boss, mallory }) =>
    boss.request({
      method: 'PATCH',
      url: `/api/admin/users/${mallory.id}/status`,
      payload: { status: 'suspended' },
    }),
  'role lost': ({ boss, mallory }) =>
    boss.request({ method: 'PATCH', url: `/api/admin/users/${mallory.id}/role`, payload: { role: 'manager' } }),
  'account deleted': ({ boss, mallory }) => boss.request({ method: 'DELETE', url: `/api/admin/users/${mallory.id}` }),
  'password changed by the owner': ({ mallory }) =>
    mallory.owner.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  'password reset by an admin': ({ boss, mallory }) => boss.post(`/api/admin/users/${mallory.id}/reset-password`, {}),
  'other sessions ended by the owner': ({ mallory }) =>
    mallory.owner.request({ method: 'DELETE', url: '/api/auth/sessions' }),
  'one session ended by the owner': async ({ mallory }) => {
    const sessions = (await mallory.owner.get('/api/auth/sessions')).json();
    const other = sessions.find(({ current }: { current: boolean }) => !current);
    return mallory.owner.request({ method: 'DELETE', url: `/api/auth/sessions/${other.id}` });
  },
  'one session ended by an admin': async ({ boss, mallory }) => {
    const [session] = (await boss.get(`/api/admin/users/${mallory.id}/sessions`)).json();
    return boss.request({ method: 'DELETE', url: `/api/admin/users/${mallory.id}/sessions/${session.id}` });
  },
};

async function start(): Promise<Work> {
  const app = await startApp({ env: WITH_KEYS });
  const { id } = await createAccount(app, { username: 'mallory', role: 'admin' });
  const [thief, owner] = [await signedIn(app, { username: 'mallory' }), await signedIn(app, { username: 'mallory' })];
  return { app, boss: await signedIn(app, ADMIN), mallory: { id, thief, owner } };
}

/** What goes on later in the name of the account. */
async function begin({ app, mallory: { thief } }: Work) {
  const settings = (await thief.get('/api/admin/settings')).json();
  const proposed = await thief.post('/api/admin/settings', { ...settings, supportContact: 'mallory@example.com' });
  expect(proposed.json().waiting).toHaveLength(1);
  // It finds nobody, so it has ended before its starter's session does.
  const job = await thief.post('/api/admin/bulk-jobs', { filter: { q: 'nobody at all' }, action: 'delete' });
  const isOver = async () => (await jobOf(app, job.json().id)).state === 'done';
  await until('the operation is done', isOver);
  const { key, state } = await makeKey(app, thief, { scopes: ['verified:read'] });
  expect(state).toBe('waiting');
  return { jobId: job.json().id as string, contact: settings.supportContact as string, key };
}

const jobOf = ({ db }: TestApp, id: string) =>
  db.selectFrom('bulk_jobs').select(['state', 'problem', 'done']).where('id', '=', id).executeTakeFirstOrThrow();

/** The operation again, with somebody to delete, in a process that has just started; and a day later proposal and key. */
async function goOn(app: TestApp, jobId: string, key: string) {
  const { id } = await createAccount(app, { username: 'victim' });
  await app.db
    .updateTable('bulk_jobs')
    .set({ state: 'running', filter: JSON.stringify({ q: 'victim' }), total: null, position: '', last_user: id })
    .set({ done: 0, ended_at: null, claimed_by: null, claimed_until: null })
    .where('id', '=', jobId)
    .execute();
  await app.close();
  const again = await startApp({ database: app.database, env: WITH_KEYS });
  again.clock.advance(app.clock.now() - again.clock.now());
  await until('the operation has ended', async () => (await jobOf(again, jobId)).state !== 'running');
  const job = await jobOf(again, jobId);
  again.clock.advance(DAY_MS);
  await again.sweep();
  const settings = (await (await signedIn(again, ADMIN)).get('/api/admin/settings')).json();
  const keyOpens = (await callWith(again, key, { url: '/api/admin/verified' })).statusCode === 200;
  return { ...job, contact: settings.supportContact as string, keyOpens };
}

test.for(Object.entries(ENDINGS))('What was begun ends: %s', async ([, happens]) => {
  const work = await start();
  const { jobId, contact, key } = await begin(work);
  const answer = await happens(work);
  expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([200, expect.anything()]);
  const over = { state: 'failed', problem: expect.anything(), done: 0, contact, keyOpens: false };
  expect(await goOn(work.app, jobId, key)).toEqual(over);
});

test('What was begun goes on when its owner signs out', async () => {
  const work = await start();
  const { jobId, key } = await begin(work);
  expect((await work.mallory.thief.post('/api/auth/logout')).statusCode).toBe(200);
  const over = { state: 'done', problem: null, done: 1, contact: 'mallory@example.com', keyOpens: true };
  expect(await goOn(work.app, jobId, key)).toEqual(over);
});
