import { DatabaseSync } from 'node:sqlite';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../server/config.ts';
import { sqliteFile } from '../server/db/sqlite.ts';
import { createLog } from '../server/process/log.ts';
import { attemptSignIn, createAccount, signedIn } from '../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../tests/support/app.ts';
import { runCommand } from '../tests/support/command.ts';
import { newDatabase, type TestDatabase } from '../tests/support/database.ts';
import { detail } from '../tests/support/detail.ts';
import { until } from '../tests/support/process.ts';
import { addTotp, begunSignIn } from '../tests/support/second-factor.ts';
import { adminCommand } from './admin.ts';

/** With the key in the data directory, as most have it. */
const KEPT_KEY = { SECRET_KEY: '' };

async function running(): Promise<{ app: TestApp; database: TestDatabase }> {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  return { database, app: await startApp({ database, env: KEPT_KEY }) };
}

const passwordIn = (stdout: string) => /^Temporary password: (\S+) \(shown once/m.exec(stdout)?.[1] as string;

test('A locked-out admin gets back in while the server runs: suspended, delayed and without a password', async () => {
  const { app, database } = await running();
  const boss = await createAccount(app, { username: 'Boss', role: 'admin' });
  const old = await signedIn(app, { username: 'boss' });
  await app.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', boss.id).execute();
  const client = app.client();
  for (let tries = 0; tries < 6; tries += 1)
    await attemptSignIn(app, client, { username: 'boss', password: 'forgotten' });
  expect((await attemptSignIn(app, client, { username: 'boss' })).statusCode).toBe(429);
  expect((await old.get('/api/admin/stats')).statusCode).toBe(200);

  const { code, stdout, stderr } = await runCommand('admin', ['reset-password', 'BOSS'], database.env);
  expect([code, stderr]).toEqual([0, '']);
  await until('the old session is over', async () => (await old.get('/api/admin/stats')).statusCode === 401);
  expect((await attemptSignIn(app, client, { username: 'boss', password: passwordIn(stdout) })).statusCode).toBe(200);
  expect((await client.get('/api/admin/stats')).json()).toMatchObject({ error: 'password_change_required' });

  const admin = await signedIn(app, ADMIN);
  const [entry] = (await admin.get('/api/admin/activity?q=password%20reset')).json();
  expect(entry).toMatchObject({
    userId: 'command_line',
    userName: null,
    action: 'profile_update',
    device: 'Command line',
    details: { change: 'password reset', status: 'active', user: boss.id, username: 'Boss' },
  });
  expect((await admin.get('/api/admin/activity.csv?q=password%20reset')).body).toContain('Command line,profile_update');
  expect(`${app.logged.join('')}${JSON.stringify(entry)}`).not.toContain(passwordIn(stdout));
});

test('An admin can be created, listed and reset while the server is stopped', async () => {
  const { app, database } = await running();
  const { code, stdout } = await runCommand('admin', ['create', 'Zoë', '--email', 'zoe@example.com'], database.env);
  expect([code, stdout.split('\n')[0]]).toEqual([0, '"Zoë" is now an admin.']);
  const zoe = await signedIn(app, { username: 'zoë', password: passwordIn(stdout) });
  expect((await zoe.get('/api/auth/user')).json()).toMatchObject({ role: 'admin', email: 'zoe@example.com' });
  expect((await zoe.get('/api/admin/stats')).statusCode).toBe(403);
  const entries = await app.db.selectFrom('activity').selectAll().where('user_id', '=', 'command_line').execute();
  expect(entries.map(({ details }) => JSON.parse(details as string))).toMatchObject([
    { change: 'created', role: 'admin', username: 'Zoë' },
  ]);

  const config = readConfig(database.env);
  const list = async () => (await adminCommand(['list'], config, createLog('silent'))).split('\n').slice(1);
  expect(await list()).toEqual([
    expect.stringMatching(/^admin +active +none recorded +first-run password$/),
    expect.stringMatching(/^Zoë +active +20\d\d-\d\d-\d\dT\d\d:\d\dZ +temporary password$/),
  ]);

  await app.close();
  const reset = await runCommand('admin', ['reset-password', 'admin'], database.env);
  const restarted = await startApp({ database, env: KEPT_KEY });
  await signedIn(restarted, { username: 'admin', password: passwordIn(reset.stdout) });
});

test('The last admin signs in with the password alone after losing every second factor', async () => {
  const { app, database } = await running();
  const boss = await createAccount(app, { username: 'Boss', role: 'admin', email: 'boss@example.com' });
  const old = await signedIn(app, { username: 'boss' });
  await addTotp(app, old);
  await begunSignIn(app, { username: 'boss' });
  const mails = await app.db.selectFrom('outbox').selectAll().execute();

  const { code, stdout, stderr } = await runCommand('admin', ['reset-mfa', 'BOSS'], database.env);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toBe('"Boss" now signs in with the password alone. All their sessions have ended.\n');
  await until('the old session is over', async () => (await old.get('/api/admin/stats')).statusCode === 401);
  // Commands send no email.
  expect(await app.db.selectFrom('outbox').selectAll().execute()).toHaveLength(mails.length);
  expect((await attemptSignIn(app, app.client(), { username: 'boss' })).json()).toMatchObject({ secondFactor: false });
  const entries = await app.db.selectFrom('activity').selectAll().where('user_id', '=', 'command_line').execute();
  expect(entries.map(({ details }) => JSON.parse(details as string))).toEqual([
    { change: 'second factor reset', user: boss.id, username: 'Boss' },
  ]);
  const again = await runCommand('admin', ['reset-mfa', 'boss'], database.env);
  expect([again.code, again.stdout]).toEqual([0, '"Boss" has no second factor.\n']);
});

describe('An admin command that cannot work', () => {
  detail('A wrong call prints one line with the usage and changes nothing', async () => {
    const { app, database } = await running();
    await createAccount(app, { email: 'mira@example.com' });
    const usage = /\nUsage: npm run admin -- create <username>/;
    const log = createLog('silent');
    const run = (env: Record<string, string>, args: readonly string[]) => adminCommand([...args], readConfig(env), log);
    const before = await app.db.selectFrom('users').selectAll().execute();
    const cases: [string[], RegExp][] = [
      [[], /^Which command\?/],
      [['delete', 'mira'], /^There is no command "delete"\./],
      [['create'], /^create needs a username\./],
      [['create', 'two', 'names'], /^Give one username/],
      [['create', 'ADMIN'], /^This username is taken\./],
      [['create', 'other', '--email', 'MIRA@example.com'], /^There is already an account with this email address\./],
      [['create', 'other', '--email', 'nowhere'], /^Please enter a valid email address/],
      [['create', 'x'.repeat(101)], /^Usernames can have at most 100 characters/],
      [['create', 'a\u0000b'], /^Please use only letters, digits and common punctuation/],
      [['create', 'other', '--role', 'user'], /^Unknown option '--role'/],
      [['reset-password', 'nobody'], /^There is no account "nobody"\./],
      [['reset-password', 'mira'], /^"mira" is not an admin\./],
      [['reset-password', 'admin', '--email', 'a@example.com'], /^reset-password takes no email address\./],
      [['reset-mfa', 'mira'], /^"mira" is not an admin\./],
      [['reset-mfa'], /^reset-mfa needs a username\./],
      [['list', 'admin'], /^list takes no arguments\./],
    ];
    for (const [args, sentence] of cases) {
      const refused = run(database.env, args).catch((error: Error) => error.message);
      expect(await refused, args.join(' ')).toMatch(sentence);
      expect(await refused, args.join(' ')).toMatch(usage);
    }
    expect(await app.db.selectFrom('users').selectAll().execute()).toEqual(before);

    const { code, stdout, stderr } = await runCommand('admin', [], database.env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Which command\?\nUsage: /);
  });

  detail("A command without the server's environment stops: no key, another key, no database", async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const run = (more: Record<string, string>) =>
      adminCommand(['reset-password', 'admin'], readConfig({ ...database.env, ...more }), createLog('silent'));
    await expect(run({})).rejects.toThrow(
      /holds no Gatehouse data yet\. Use the server's environment, or start it once\.$/,
    );
    const app = await startApp({ database });
    const admin = await signedIn(app, ADMIN);
    await admin.post('/api/admin/users', { username: 'newcomer' });
    await expect(run({})).rejects.toThrow(/^SECRET_KEY: is not set, and \S+ holds no key\./);
    const another = { SECRET_KEY: 'another-key-that-is-long-enough-too' };
    await expect(run(another)).rejects.toThrow(/^SECRET_KEY: is not the key the server uses\./);
  });
});

if (inject('database') === 'sqlite') {
  test('A command that writes during a server transaction waits, and the server does not fail', async () => {
    const { app, database } = await running();
    const other = new DatabaseSync(sqliteFile(database.env.DATA_DIR), { timeout: 0 });
    const write = () => other.exec("insert into settings (name, value) values ('other', '')");
    await app.db.transaction().execute(async (trx) => {
      await trx.selectFrom('settings').selectAll().execute();
      // Written now, it would make the next statement of the server fail.
      expect(write).toThrow(/database is locked/);
      await trx.insertInto('settings').values({ name: 'own', value: '' }).execute();
    });
    write();
    other.close();
    const settings = await app.db.selectFrom('settings').select('name').execute();
    expect(settings.map(({ name }) => name).sort()).toEqual(['other', 'own']);
  });
}
