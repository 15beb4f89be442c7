import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { newDatabase } from '../support/database.ts';

test('A killed migration is rolled back, and the next start completes it', async () => {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const { signal } = spawnSync(process.execPath, ['tests/crash/killed-migration.ts'], {
    env: { PATH: process.env.PATH ?? '', ...database.env },
  });
  expect(signal).toBe('SIGKILL');

  const app = await startApp({ database });
  const tables = (await app.db.introspection.getTables()).map(({ name }) => name);
  expect(tables).toContain('users');
  expect(tables).not.toContain('half_done');
  await signedIn(app, ADMIN);
});
