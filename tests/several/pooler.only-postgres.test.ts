import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { newDatabase } from '../support/database.ts';
import { startPooler } from '../support/pooler.ts';
import { spawnServer, until } from '../support/process.ts';
import { Several } from '../support/several.ts';

async function poolerFor(mode: 'session' | 'transaction') {
  const database = await newDatabase();
  const pooler = await startPooler(database.env.DATABASE_URL as string, mode);
  onTestFinished(async () => {
    await pooler.stop();
    await database.remove();
  });
  return { DATABASE_URL: pooler.url, DATA_DIR: database.env.DATA_DIR };
}

test('Processes behind a pooler in session mode hear each other', async () => {
  const env = await poolerFor('session');
  const several = await Several.start(2, env);
  onTestFinished(() => several.close());
  const admin = await several.signedInAdmin();
  await several.account({ username: 'ada' });
  const ada = await several.signedIn('ada');
  const statuses = async () => (await several.askEach(ada, '/api/auth/user')).map(({ status }) => status);
  expect(await statuses()).toEqual([200, 200]);
  const { body } = await ada.ask('GET', '/api/auth/user');
  await several.at(0, admin).ask('PATCH', `/api/admin/users/${body.id}/status`, { status: 'suspended' });
  await until('her session is ended everywhere', async () => (await statuses()).every((status) => status === 401));
});

test('A process behind a pooler in transaction mode does not start, and says why', async () => {
  const env = await poolerFor('transaction');
  const server = spawnServer({ ...env, SECRET_KEY: 'a-key-behind-a-pooler-long-enough' }, await freePort());
  const { code } = await server.exited;
  expect(code).toBe(1);
  expect(server.output()).toMatch(/DATABASE_URL: NOTIFY does not get through\..*session mode/);
  expect(server.output()).not.toContain('Gatehouse is running');
});
