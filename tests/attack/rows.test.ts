import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';

const logout = { method: 'POST', url: '/api/auth/logout' } as const;

test('the networks of one /48 together have the limits of a few of them, and staff among them have their own', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const statuses = new Map<number, number>();
  for (let network = 0; network < 10; network += 1) {
    const stranger = app.client({ ip: `2001:db8:7:${network}::1` });
    for (let times = 0; times < 60; times += 1) {
      const { statusCode } = await stranger.request(logout);
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 480, 429: 120 });
  const beside = app.client({ ip: '2001:db8:7:99::1' });
  expect((await beside.request(logout)).headers['retry-after']).toBe('60');
  expect((await app.client({ ip: '2001:db8:8::1' }).request(logout)).statusCode).toBe(200);
  for (const [name, value] of admin.cookies) beside.cookies.set(name, value);
  expect((await beside.request(logout)).statusCode).toBe(200);
});

test('hundreds of thousands of limits are swept in small steps', async () => {
  const app = await startApp();
  const past = app.clock.now() - 1;
  for (let part = 0; part < 10; part += 1) {
    const rows = Array.from({ length: 400 }, (_, index) => ({
      key: `${part}-${index}`,
      count: 1,
      resets_at: past,
      passed: '',
    }));
    await app.db.insertInto('limit_counts').values(rows).execute();
  }
  const left = async () =>
    (
      await app.db
        .selectFrom('limit_counts')
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows;
  let over = false;
  const sweeping = app.sweep().finally(() => {
    over = true;
  });
  const seen = new Set<number>();
  while (!over) {
    seen.add(await left());
    await nextTurn();
  }
  await sweeping;
  // Nobody else could have asked in between if it were one statement.
  expect(seen.size).toBeGreaterThan(10);
  expect(await left()).toBe(0);
});
