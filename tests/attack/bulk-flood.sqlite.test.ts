import { expect, test } from 'vitest';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { insertUsers } from '../support/many-users.ts';

const JOBS = '/api/admin/bulk-jobs';
const DELETE_ALL = { filter: { q: '' }, action: 'delete' };

test('Guests and users can neither start, stop, count nor see bulk jobs', async () => {
  const app = await startApp();
  await createAccount(app);
  const admin = await signedIn(app, ADMIN);
  const { id } = (await admin.post(JOBS, { filter: { q: 'nobody' }, action: 'delete' })).json();
  for (const [client, status] of [
    [app.client(), 401],
    [await signedIn(app), 403],
  ] as const) {
    const answers = [
      await client.get(JOBS),
      await client.get(`${JOBS}/count?q=`),
      await client.post(JOBS, DELETE_ALL),
      await client.post(`${JOBS}/${id}/stop`),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(4).fill(status));
  }
  expect(await app.db.selectFrom('bulk_jobs').select('id').execute()).toEqual([{ id }]);
});

test('An admin runs one bulk job at a time, and starting and stopping many leaves few rows', async () => {
  const app = await startApp();
  await insertUsers(
    app,
    Array.from({ length: 2_000 }, (_, index) => ({ username: `u${index}` })),
  );
  const admin = await signedIn(app, ADMIN);
  const suspend = { filter: { q: 'u' }, action: 'status', value: 'suspended' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post(JOBS, suspend)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.find(({ statusCode }) => statusCode !== 200)?.json()).toEqual({
    error: 'bulk_running',
    message: 'You have a bulk operation running. Wait until it is done, or stop it first.',
  });
  const running = answers.find(({ statusCode }) => statusCode === 200)?.json();
  await admin.post(`${JOBS}/${running.id}/stop`);
  app.clock.advance(61_000);
  const statuses = new Set<number>();
  for (let times = 0; times < 100; times += 1) {
    const started = await admin.post(JOBS, suspend);
    statuses.add(started.statusCode);
    if (started.statusCode === 200) await admin.post(`${JOBS}/${started.json().id}/stop`);
    else app.clock.advance(60_000);
  }
  expect([...statuses].sort()).toEqual([200, 429]);
  const rows = await app.db.selectFrom('bulk_jobs').select('id').execute();
  expect(rows.length).toBeLessThanOrEqual(50);
});

test('An invalid filter, action or value starts no bulk job', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  for (const body of [
    { action: 'delete' },
    { filter: 'everybody', action: 'delete' },
    { filter: { q: 'x', standing: 'gone' }, action: 'delete' },
    { filter: { q: 'x'.repeat(201) }, action: 'delete' },
    { filter: { q: '' }, action: 'explode' },
    { filter: { q: '' }, action: 'status', value: 'admin' },
    { filter: { q: '' }, action: 'role' },
  ])
    expect([body, (await admin.post(JOBS, body)).statusCode]).toEqual([body, 400]);
  expect(await app.db.selectFrom('bulk_jobs').select('id').execute()).toEqual([]);
});
