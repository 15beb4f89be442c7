import { expect, inject, test } from 'vitest';
import { createAccount, signedIn } from '../../tests/support/accounts.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';

const A_MINUTE = 60_000;

/** Two that were used a minute after they began, which is not written yet. */
async function usedSessions(app: TestApp) {
  await createAccount(app);
  const clients = [await signedIn(app), await signedIn(app)];
  app.clock.advance(A_MINUTE);
  for (const client of clients) expect((await client.get('/api/auth/user')).statusCode).toBe(200);
  return app.db.selectFrom('sessions').selectAll().orderBy('id').execute();
}

test('The last use of a session is written', async () => {
  const app = await startApp();
  const before = await usedSessions(app);
  await app.sessions.flush();
  const after = await app.db.selectFrom('sessions').select('seen_at').execute();
  expect(after.map(({ seen_at }) => seen_at)).toEqual(before.map(({ seen_at }) => seen_at + A_MINUTE));
});

test('when users were last seen is written with it, also after they signed out', async () => {
  const app = await startApp();
  await usedSessions(app);
  const activeAt = async () => {
    const { active_at } = await app.db
      .selectFrom('users')
      .select('active_at')
      .where('username', '=', 'mira')
      .executeTakeFirstOrThrow();
    return active_at;
  };
  await app.db.deleteFrom('sessions').execute();
  await app.sessions.flush();
  expect(await activeAt()).toBe(app.clock.now());
});

test('within a minute of the last time nothing is written to the account', async () => {
  const app = await startApp();
  await createAccount(app);
  const client = await signedIn(app);
  const signedInAt = app.clock.now();
  app.clock.advance(A_MINUTE - 1);
  await client.get('/api/auth/user');
  await app.sessions.flush();
  const user = await app.db.selectFrom('users').selectAll().where('username', '=', 'mira').executeTakeFirstOrThrow();
  expect(user.active_at).toBe(signedInAt);
});

test('Unused sessions are evicted from memory, polled ones stay', async () => {
  const app = await startApp();
  await createAccount(app);
  const [away, here] = [await signedIn(app), await signedIn(app)];
  for (const client of [away, here]) await client.get('/api/auth/user');
  app.clock.advance(4 * A_MINUTE);
  expect((await here.get('/api/user/check-redirect')).statusCode).toBe(200);
  app.clock.advance(A_MINUTE);
  app.sessions.evictIdle();
  // Not published: only a database read notices.
  await app.db.deleteFrom('sessions').execute();
  expect((await here.get('/api/auth/user')).statusCode).toBe(200);
  expect((await away.get('/api/auth/user')).statusCode).toBe(401);
});

if (inject('database') === 'postgres') {
  test('an account that is being changed is not waited for', async () => {
    const app = await startApp();
    await usedSessions(app);
    await app.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ first_name: 'Mira' }).where('username', '=', 'mira').execute();
      await app.sessions.flush();
    });
    const after = await app.db.selectFrom('sessions').select('seen_at').execute();
    expect(after.map(({ seen_at }) => seen_at)).toEqual([app.clock.now(), app.clock.now()]);
  });

  test('Writing the last use does not wait for a transaction that ends sessions', async () => {
    const app = await startApp();
    const [first, second] = await usedSessions(app);
    await app.transact('server', async (trx) => {
      await app.sessions.end(trx, second?.id ?? '');
      await app.sessions.flush();
      await app.sessions.end(trx, first?.id ?? '');
    });
    expect(await app.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });
}
