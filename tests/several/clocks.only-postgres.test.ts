import { expect, test } from 'vitest';
import { attemptSignIn, createAccount } from '../support/accounts.ts';
import { startApp } from '../support/app.ts';

test('Clocks that differ between processes cause no sign-in delay before the fifth failure', async () => {
  const behind = await startApp();
  const ahead = await startApp({ database: behind.database });
  ahead.clock.advance(30_000);
  await createAccount(behind);
  const guess = (app: typeof behind, password?: string) =>
    attemptSignIn(app, app.client({ ip: '192.0.2.7' }), { password });
  const statuses: number[] = [];
  for (const app of [ahead, behind, ahead, behind]) statuses.push((await guess(app, 'wrong')).statusCode);
  expect(statuses).toEqual([401, 401, 401, 401]);
  expect((await guess(behind)).statusCode).toBe(200);
});
