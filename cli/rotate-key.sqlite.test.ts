import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { readConfig } from '../server/config.ts';
import { createLog } from '../server/process/log.ts';
import { createAccount, signedIn } from '../tests/support/accounts.ts';
import { ADMIN, startApp, TEST_KEY } from '../tests/support/app.ts';
import { runCommand } from '../tests/support/command.ts';
import { newDatabase, type TestDatabase } from '../tests/support/database.ts';
import { detail } from '../tests/support/detail.ts';
import { spawnServer, startServer, until } from '../tests/support/process.ts';
import { expectReadable, fillSealed } from '../tests/support/sealed.ts';
import { openCommandDatabase } from './database.ts';

const KEPT_KEY = { SECRET_KEY: '' };
const NEW_KEY = 'another-key-that-is-long-enough-too';
const TO_NEW_KEY = { SECRET_KEY: NEW_KEY, SECRET_KEY_OLD: TEST_KEY };

async function place(): Promise<TestDatabase> {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  return database;
}

/** A portal that was used with this key, and is stopped. */
async function used(env: Record<string, string>): Promise<TestDatabase> {
  const database = await place();
  const app = await startApp({ database, env });
  await fillSealed(app);
  await app.close();
  return database;
}

const rotateKey = (database: TestDatabase, env: Record<string, string>) =>
  runCommand('rotate-key', [], { ...database.env, ...env });

/** Started with this key, it finds everything. */
async function expectUsable(database: TestDatabase, env: Record<string, string>): Promise<void> {
  const app = await startApp({ database, env });
  await expectReadable(app);
  await signedIn(app, ADMIN);
  await app.close();
}

describe('A wrong server key', () => {
  detail('The server and every command reject a wrong key in one line, before they write', async () => {
    const database = await used({ SECRET_KEY: TEST_KEY });
    const env = { ...database.env, SECRET_KEY: NEW_KEY };
    const running = spawnServer(env, await freePort());
    expect(await running.exited).toMatchObject({ code: 1 });
    expect(running.output()).toBe(
      'SECRET_KEY: is not the key this database uses. Set that one, or, to change the key, set SECRET_KEY_OLD to it as well.\n',
    );
    const commands = [
      ['admin', 'create', 'somebody'],
      ['admin', 'list'],
      ['backup', join(database.env.DATA_DIR, 'backup.gz')],
    ] as const;
    for (const [name, ...args] of commands) {
      const { code, stdout, stderr } = await runCommand(name, args, env);
      expect([code, stdout, stderr]).toEqual([
        1,
        '',
        "SECRET_KEY: is not the key the server uses. Run the command with the server's environment.\n",
      ]);
    }
    expect(existsSync(join(database.env.DATA_DIR, 'secret.key'))).toBe(false);
    await expectUsable(database, { SECRET_KEY: TEST_KEY });
  });

  test('A wrong key in the data directory is rejected, and the line names the file', async () => {
    const database = await used(KEPT_KEY);
    const file = join(database.env.DATA_DIR, 'secret.key');
    const right = readFileSync(file, 'utf8');
    await expect(startApp({ database })).rejects.toThrow(
      /^SECRET_KEY: is not the key this database uses; that key is secret\.key in \S+\. Unset SECRET_KEY/,
    );
    writeFileSync(file, NEW_KEY);
    await expect(startApp({ database, env: KEPT_KEY })).rejects.toThrow(/^DATA_DIR: secret\.key in \S+ is not the key/);
    rmSync(file);
    await expect(startApp({ database, env: KEPT_KEY })).rejects.toThrow(
      /^SECRET_KEY: is not set, and the database's key is not in/,
    );
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, right);
    await expectUsable(database, KEPT_KEY);
  });

  detail('The first start that stores a key id recognises a wrong key by what is sealed', async () => {
    for (const only of ['users', 'settings', 'outbox'] as const) {
      const database = await used({ SECRET_KEY: TEST_KEY });
      const { db, close } = await openCommandDatabase(
        readConfig({ ...database.env, SECRET_KEY: TEST_KEY }),
        createLog('silent'),
      );
      if (only !== 'users') await db.updateTable('users').set({ temporary_password: null }).execute();
      if (only !== 'settings') await db.updateTable('settings').set({ value: '' }).execute();
      if (only !== 'outbox') await db.updateTable('outbox').set({ sealed: null }).execute();
      // As the version before left it.
      await db.updateTable('server_key').set({ key_id: null }).execute();
      await close();
      await expect(startApp({ database, env: { SECRET_KEY: NEW_KEY } })).rejects.toThrow(
        /^SECRET_KEY: is not the key this database uses/,
      );
      await (await startApp({ database })).close();
      await expect(startApp({ database, env: { SECRET_KEY: NEW_KEY } })).rejects.toThrow(/^SECRET_KEY: is not the key/);
    }
  });

  test.runIf(inject('database') === 'postgres')('One of two simultaneous first starts wins', async () => {
    const database = await place();
    const starts = await Promise.allSettled(
      [TEST_KEY, NEW_KEY, TEST_KEY, NEW_KEY].map((SECRET_KEY) => startApp({ database, env: { SECRET_KEY } })),
    );
    const outcomes = starts.map(({ status }) => status);
    expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(2);
    expect([outcomes[0], outcomes[1]]).toEqual([outcomes[2], outcomes[3]]);
    for (const start of starts)
      if (start.status === 'rejected') expect(start.reason.message).toMatch(/^SECRET_KEY: is not the key/);
  });
});

describe('A key rotation', () => {
  test('One command rotates a key in the data directory, reseals everything and signs no one out', async () => {
    const database = await place();
    const file = join(database.env.DATA_DIR, 'secret.key');
    const first = await startApp({ database, env: KEPT_KEY });
    await fillSealed(first);
    await createAccount(first);
    const mira = await signedIn(first);
    const waiting = await first.db.selectFrom('outbox').select('sealed').execute();
    await first.close();
    const before = readFileSync(file, 'utf8');

    const { code, stdout, stderr } = await rotateKey(database, {});
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      `The server key was changed. Sealed with the new one: 8. The new key is in ${database.env.DATA_DIR}.\n`,
    );
    const after = readFileSync(file, 'utf8');
    expect(after).not.toBe(before);
    for (const left of ['secret.key.old', 'secret.key.new'])
      expect(existsSync(join(database.env.DATA_DIR, left))).toBe(false);

    const again = await startApp({ database, env: KEPT_KEY });
    await expectReadable(again);
    expect(await again.db.selectFrom('outbox').select('sealed').execute()).not.toEqual(waiting);
    const browser = again.client();
    for (const [name, value] of mira.cookies) browser.cookies.set(name, value);
    expect((await browser.get('/api/auth/user')).json()).toMatchObject({ username: 'mira' });
    await again.close();
    writeFileSync(file, before);
    await expect(startApp({ database, env: KEPT_KEY })).rejects.toThrow(/^DATA_DIR: secret\.key in \S+ is not the key/);
  });

  test('A key in the environment is rotated with the old one beside it, by command or by the next start', async () => {
    const database = await used({ SECRET_KEY: TEST_KEY });
    const { code, stdout } = await rotateKey(database, TO_NEW_KEY);
    expect([code, stdout]).toEqual([
      0,
      'The server key was changed. Sealed with the new one: 8. You can now remove SECRET_KEY_OLD.\n',
    ]);
    expect((await rotateKey(database, TO_NEW_KEY)).stdout).toBe(
      'The new key is already in use. You can remove SECRET_KEY_OLD.\n',
    );
    await expectUsable(database, { SECRET_KEY: NEW_KEY });
    await expect(startApp({ database })).rejects.toThrow(/^SECRET_KEY: is not the key/);
    // And back, at the start.
    await expectUsable(database, { SECRET_KEY: TEST_KEY, SECRET_KEY_OLD: NEW_KEY });
    await expectUsable(database, { SECRET_KEY: TEST_KEY });
  });

  test.runIf(inject('database') === 'postgres')('Several processes start at once with the new key', async () => {
    const database = await used({ SECRET_KEY: TEST_KEY });
    const apps = await Promise.all([1, 2, 3].map(() => startApp({ database, env: TO_NEW_KEY })));
    for (const app of apps) await expectReadable(app);
    const changes = apps.flatMap(({ logged }) => logged).filter((line) => line.includes('the server key was changed'));
    expect(changes).toHaveLength(1);
  });

  detail('A key moves from the data directory into the environment, and back', async () => {
    const database = await used(KEPT_KEY);
    const file = join(database.env.DATA_DIR, 'secret.key');
    await expectUsable(database, { SECRET_KEY: NEW_KEY, SECRET_KEY_OLD: readFileSync(file, 'utf8').trim() });
    await expectUsable(database, { SECRET_KEY: NEW_KEY });
    rmSync(file);
    await expectUsable(database, { ...KEPT_KEY, SECRET_KEY_OLD: NEW_KEY });
    await expectUsable(database, KEPT_KEY);
  });

  detail('A rotation is rejected while a server runs, and the server keeps its key', async () => {
    const database = await place();
    const server = await startServer({ ...database.env, SECRET_KEY: TEST_KEY });
    const refused = await rotateKey(database, TO_NEW_KEY);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^(?:DATA_DIR|DATABASE_URL): another Gatehouse is running on .*change the key\.\n$/);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const second = spawnServer({ ...database.env, ...TO_NEW_KEY }, await freePort());
    expect(await second.exited).toMatchObject({ code: 1 });
    expect(second.output()).toMatch(/^(?:DATA_DIR|DATABASE_URL): another Gatehouse is running on .*\n$/);

    server.kill('SIGTERM');
    await server.exited;
    expect((await rotateKey(database, TO_NEW_KEY)).code).toBe(0);
  });

  test.runIf(inject('database') === 'postgres')('A process that missed a rotation is shut out', async () => {
    const database = await used({ SECRET_KEY: TEST_KEY });
    const app = await startApp({ database });
    await createAccount(app);
    const { pool } = await openCommandDatabase(
      readConfig({ ...database.env, SECRET_KEY: TEST_KEY }),
      createLog('silent'),
    );
    // Its connections are cut and the id is another one before it can come back, as after a rotation.
    await pool?.query(`update server_key set key_id = 'another'`);
    const cut = await pool?.query(
      'select pid, pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const pids = cut?.rows.map(({ pid }) => pid);
    const left = () => pool?.query('select from pg_stat_activity where pid = any($1)', [pids]);
    await until('they have ended', async () => (await left())?.rowCount === 0);
    const answer = await app.client().get('/healthz');
    expect(answer.statusCode).toBe(503);
    // The pool finds out one by one which of its connections are dead.
    const refused = async () => {
      const error = await createAccount(app, { username: 'late' }).catch((error: Error) => error);
      if (!(error instanceof Error)) throw new Error('It wrote with the old key.');
      return error.message.includes('The server key was changed');
    };
    await until('it is refused', refused);
    await pool?.end();
  });

  test('A command that began with the old key ends before it has written anything', async () => {
    const database = await used({ SECRET_KEY: TEST_KEY });
    const config = readConfig({ ...database.env, SECRET_KEY: TEST_KEY });
    const { db, close } = await openCommandDatabase(config, createLog('silent'));
    await db.updateTable('server_key').set({ key_id: 'another' }).execute();
    // On PostgreSQL there is no such moment: its connection keeps the rotation waiting.
    if (inject('database') === 'sqlite')
      await expect(db.transaction().execute((trx) => trx.deleteFrom('users').execute())).rejects.toThrow(
        'The server key was just changed. Run the command again.',
      );
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(2);
    await close();
  });

  test('Replacing a lost key erases what it sealed, and users can go on', async () => {
    const database = await used({ SECRET_KEY: TEST_KEY });
    const lost = (SECRET_KEY: string) => runCommand('rotate-key', ['--lost'], { ...database.env, SECRET_KEY });
    expect((await lost(TEST_KEY)).stderr).toBe("The database's key is here, so nothing is lost. Start the server.\n");
    const { code, stdout } = await lost(NEW_KEY);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^The server key was replaced\. Erased because no one can decrypt it: 8\. /);
    const app = await startApp({ database, env: { SECRET_KEY: NEW_KEY } });
    const admin = await signedIn(app, ADMIN);
    const [newcomer] = (await admin.get('/api/admin/users?q=newcomer&limit=1')).json();
    const details = await admin.get(`/api/admin/users/${newcomer.id}/details`);
    expect(details.json().password).toEqual({ state: 'own', until: null });
    expect((await admin.get('/api/admin/settings')).json().telegramBotToken).toBe('');
    expect(await app.db.selectFrom('outbox').select(['state', 'sealed']).where('id', '=', 'later').execute()).toEqual([
      { state: 'failed', sealed: null },
    ]);
  });

  detail('An unusable new key is rejected: the same, a weak one, no old one, a wrong old one', async () => {
    const database = await used({ SECRET_KEY: TEST_KEY });
    const cases: [Record<string, string>, string][] = [
      [{ SECRET_KEY: TEST_KEY, SECRET_KEY_OLD: TEST_KEY }, 'SECRET_KEY_OLD: is the same as SECRET_KEY'],
      [{ SECRET_KEY: 'short', SECRET_KEY_OLD: TEST_KEY }, 'SECRET_KEY: has 5 characters; at least 32 are needed'],
      [{ SECRET_KEY: NEW_KEY }, 'SECRET_KEY: is not the key this database uses'],
      [{ SECRET_KEY: TEST_KEY }, 'SECRET_KEY_OLD: is not set, and SECRET_KEY is the key in use'],
      [{ SECRET_KEY: NEW_KEY, SECRET_KEY_OLD: `${TEST_KEY}!` }, 'SECRET_KEY_OLD: is not the key this database'],
      [{}, "SECRET_KEY: is not set, and the database's key is not in"],
    ];
    for (const [env, sentence] of cases) {
      const { code, stdout, stderr } = await rotateKey(database, env);
      expect([code, stdout, stderr.slice(0, sentence.length)]).toEqual([1, '', sentence]);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(stderr).not.toContain(TEST_KEY);
      expect(stderr).not.toContain(NEW_KEY);
    }
    const typed = await runCommand('rotate-key', [NEW_KEY], database.env);
    expect([typed.code, typed.stderr.split('\n')[0]]).toEqual([
      1,
      "Don't pass keys as arguments: everyone on this machine can read them.",
    ]);
    const nothing = await rotateKey(await place(), {});
    expect(nothing.stderr).toMatch(/holds no Gatehouse data yet\. Use the server's environment, or start it once\.\n$/);
    await expectUsable(database, { SECRET_KEY: TEST_KEY });
  });
});
