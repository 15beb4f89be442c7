import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startApp, TEST_KEY } from '../support/app.ts';
import { verify, WHOLE } from '../support/audit.ts';
import { runCommand } from '../support/command.ts';
import { newDatabase, type TestDatabase } from '../support/database.ts';
import { expectReadable, fillSealed } from '../support/sealed.ts';

const KEPT_KEY = { SECRET_KEY: '' };

async function filledDatabase(env: Record<string, string>): Promise<TestDatabase> {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const app = await startApp({ database, env });
  await fillSealed(app);
  await app.close();
  return database;
}

function killRotation(database: TestDatabase, step: string, env: Record<string, string>): void {
  const { signal } = spawnSync(process.execPath, ['tests/crash/killed-rotation.ts', step], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: '.node/compile-cache', ...database.env, ...env },
  });
  expect(signal).toBe('SIGKILL');
}

async function expectUsable(database: TestDatabase, env: Record<string, string>): Promise<void> {
  const app = await startApp({ database, env });
  await expectReadable(app);
  await app.close();
  expect(await verify(database, { SECRET_KEY: env.SECRET_KEY as string })).toMatch(WHOLE);
}

const keyFiles = ({ env }: TestDatabase) => readdirSync(env.DATA_DIR).filter((name) => name.startsWith('secret.key'));

describe.each(['begun', 'kept aside', 'replaced', 'sealed', 'committed'])(
  'A key rotation killed at the step "%s"',
  (step) => {
    test(`The next start, command or rotation recovers from a kill at the step "${step}"`, async () => {
      const database = await filledDatabase(KEPT_KEY);
      killRotation(database, step, KEPT_KEY);
      // A command finds the right key file and changes none.
      const { code, stderr } = await runCommand('admin', ['list'], database.env);
      expect([code, stderr]).toEqual([0, '']);
      await expectUsable(database, KEPT_KEY);
      expect(keyFiles(database)).toEqual(['secret.key']);

      killRotation(database, step, KEPT_KEY);
      const again = await runCommand('rotate-key', [], database.env);
      expect(again.code).toBe(0);
      expect(again.stdout).toMatch(/^The server key was changed\. Sealed with the new one: 8\. /);
      expect(keyFiles(database)).toEqual(['secret.key']);
      await expectUsable(database, KEPT_KEY);
    });
  },
);

test('A killed rotation to a key from the environment changes nothing and can be repeated', async () => {
  const database = await filledDatabase({ SECRET_KEY: TEST_KEY });
  const env = { SECRET_KEY: 'another-key-that-is-long-enough-too', SECRET_KEY_OLD: TEST_KEY };
  killRotation(database, 'sealed', env);
  await expectUsable(database, { SECRET_KEY: TEST_KEY });
  killRotation(database, 'sealed', env);
  await expectUsable(database, env);
});
