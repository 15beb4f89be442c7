import { expect, test } from 'vitest';
import { createAccount, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp } from '../../../tests/support/app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('A proposal does not come into force while its proposer is being suspended', async () => {
  const app = await startApp();
  await signedIn(app, ADMIN);
  const { id } = await createAccount(app, { username: 'mallory', role: 'admin' });
  const mallory = await signedIn(app, { username: 'mallory' });
  const before = (await mallory.get('/api/admin/settings')).json();
  const exitBefore = app.settings.current.exitUrl;
  const exitUrl = 'https://look-alike.example/login';
  expect((await mallory.post('/api/admin/settings', { ...before, exitUrl })).statusCode).toBe(202);
  app.clock.advance(DAY_MS + 1);
  const stored = async () => (await app.db.selectFrom('settings').select('name').execute()).map(({ name }) => name);
  await app.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute();
    await app.settings.bringDueIntoForce();
    expect(await stored()).not.toContain('exitUrl');
  });
  await app.settings.bringDueIntoForce();
  expect(await stored()).not.toContain('exitUrl');
  expect(await app.db.selectFrom('setting_proposals').select('id').execute()).toEqual([]);
  expect((await app.settings.fresh()).exitUrl).toBe(exitBefore);
});
