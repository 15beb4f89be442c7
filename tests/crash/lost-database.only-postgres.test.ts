import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { hasPostgres, startOwnPostgres } from '../../scripts/test-postgres.ts';
import { attemptSignIn, createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { newDatabase, postgresDatabase } from '../support/database.ts';
import { TEST_MS } from '../support/patience.ts';
import { until } from '../support/process.ts';
import { databaseBehindProxy } from '../support/tcp-proxy.ts';
import { runRounds } from './rounds.ts';

const FACTOR = inject('crashRoundsFactor');

describe('PostgreSQL that becomes unreachable', () => {
  test('A lost database causes 503 with Retry-After, and the process recovers by itself', async () => {
    const { proxy, throughProxy } = await databaseBehindProxy();
    const app = await startApp({ database: throughProxy });
    const client = await signedIn(app, ADMIN);
    await proxy.cut();

    const answer = await attemptSignIn(app, app.client(), ADMIN);
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '5',
      {
        error: 'unavailable',
        message: 'The service is not available right now. Please try again in a moment.',
        retryAfter: 5,
      },
    ]);
    app.clock.advance(1_000);
    expect((await app.client().get('/healthz')).statusCode).toBe(503);

    await proxy.open();
    app.clock.advance(1_000);
    await until('sign-in works again', async () => {
      app.clock.advance(60_000);
      return (await attemptSignIn(app, app.client(), ADMIN)).statusCode === 200;
    });
    app.clock.advance(1_000);
    expect((await app.client().get('/healthz')).statusCode).toBe(200);
    expect((await client.get('/api/auth/user')).statusCode).toBe(200);
  });
});

describe('Two processes on one database', () => {
  test('A session that ends on one process ends on the other', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const one = await startApp({ database });
    const two = await startApp({ database });
    await createAccount(one);
    const here = await signedIn(one);
    const there = two.client();
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    expect((await there.get('/api/auth/user')).statusCode).toBe(200);
    await here.post('/api/auth/logout');
    await until(
      'the other process has ended the session',
      async () => (await there.get('/api/auth/user')).statusCode === 401,
    );
  });

  test('A session that ends while the other process has lost the database ends there too', async () => {
    const { proxy, database, throughProxy } = await databaseBehindProxy();
    const one = await startApp({ database });
    const two = await startApp({ database: throughProxy });
    const here = await signedIn(one, ADMIN);
    const there = two.client();
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    expect((await there.get('/api/auth/user')).statusCode).toBe(200);
    await proxy.cut();
    await here.post('/api/auth/logout');
    // Its cached sessions are stale, and the database is unreachable.
    await until('it distrusts its cache', async () => (await there.get('/api/auth/user')).statusCode === 503);
    await proxy.open();
    await until('it has ended the session', async () => (await there.get('/api/auth/user')).statusCode === 401);
  });

  test('Four processes that start together on an empty database create one admin', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const apps = await Promise.all(Array.from({ length: 4 }, () => startApp({ database })));
    const admins = await apps[0]?.db.selectFrom('users').selectAll().execute();
    expect(admins).toHaveLength(1);
    expect(apps.filter((app) => app.firstAdmin !== null)).toHaveLength(1);
  });
});

describe('PostgreSQL that is killed, then shut down, during many writes', () => {
  test.skipIf(!hasPostgres() || !inject('everything'))(
    'A killed or stopped PostgreSQL loses no acknowledged write, and all processes recover by themselves',
    async () => {
      const server = await startOwnPostgres();
      onTestFinished(() => server.stop());
      const database = await postgresDatabase(server.url);
      onTestFinished(() => database.remove());
      const found = await runRounds({
        database,
        server,
        onlyServer: true,
        rounds: 2 * FACTOR,
        seed: 2,
        impatient: true,
        say() {},
      });
      expect(found).toMatchObject({ lost: [], halfDone: [], wrong: [] });
      expect(found.acknowledged).toBeGreaterThan(30);
    },
    TEST_MS * FACTOR,
  );
});
