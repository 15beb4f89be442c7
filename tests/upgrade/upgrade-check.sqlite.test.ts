import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runCommand } from '../support/command.ts';
import { migratedDatabase, newDatabase, type TestDatabase } from '../support/database.ts';
import { detail } from '../support/detail.ts';
import { fingerprint } from '../support/fingerprint.ts';
import { startServer } from '../support/process.ts';
import { releasedDatabase } from './release.ts';
import { SECRET_KEY } from './story.ts';

const check = ({ env }: TestDatabase, further: Record<string, string> = {}) =>
  runCommand('upgrade-check', [], { ...env, SECRET_KEY, ...further });

const noteBackup = ({ env }: TestDatabase) => writeFileSync(join(env.DATA_DIR, 'last-backup'), '');

test('The upgrade check reports what an upgrade would do and changes nothing', async () => {
  const { database } = await releasedDatabase('0.1.0');
  noteBackup(database);
  const before = await fingerprint(database);
  const { code, stdout, stderr } = await check(database);
  expect([code, stderr]).toEqual([0, '']);
  const [first, migrations, ...rest] = stdout.trim().split('\n');
  expect(first).toBe(`This is Gatehouse ${manifest.version}. The data is from version 0.1.0 (005-several-processes).`);
  expect(migrations).toMatch(/^ok {2}\d+ migrations will run at the start: 006-record to /);
  expect(migrations?.includes('First stop all processes')).toBe(inject('database') === 'postgres');
  expect(rest).toContain('ok  The server key matches the data.');
  expect(rest).toContain('ok  The last backup is less than a day old.');
  expect(rest.some((line) => line.includes('free on the disk'))).toBe(inject('database') === 'sqlite');
  expect(rest.at(-1)).toBe('Ready: start this version. Nothing was changed.');
  expect(await fingerprint(database)).toBe(before);
});

test('The doctor looks at older data as far as it can, says what an upgrade would do, and changes nothing', async () => {
  const { database } = await releasedDatabase('0.1.0');
  noteBackup(database);
  const before = await fingerprint(database);
  const { code, stdout, stderr } = await runCommand('doctor', [], { ...database.env, SECRET_KEY });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^ok +\d+ migrations will run at the start: 006-record to /m);
  expect(stdout).toMatch(/^ok +The database is sound/m);
  expect(stdout).not.toContain('audit trail');
  expect(await fingerprint(database)).toBe(before);
});

test('The upgrade check fails without a backup or with another key', async () => {
  const { database } = await releasedDatabase('0.1.0');
  const { code, stdout, stderr } = await check(database, { SECRET_KEY: 'another-key-that-is-long-enough-too' });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('NO  SECRET_KEY: is not the key the server uses.');
  expect(stderr).toContain('NO  No backup found. Make one with this version: npm run backup.');
  expect(stderr).toContain('Not ready. Nothing was changed.');
});

test('The upgrade check passes after a backup by the new version', async () => {
  const { database } = await releasedDatabase('0.1.0');
  expect(await runCommand('backup', [], { ...database.env, SECRET_KEY })).toMatchObject({ code: 0 });
  expect(await check(database)).toMatchObject({ code: 0 });
});

detail('The upgrade check works beside a running server and finds no migrations after an upgrade', async () => {
  const { database } = await releasedDatabase('0.2.0');
  const { exited, kill } = await startServer({ ...database.env, SECRET_KEY });
  noteBackup(database);
  const { code, stdout } = await check(database);
  expect(code).toBe(0);
  expect(stdout).toContain('There are no migrations to run.');
  kill('SIGTERM');
  await exited;
});

detail(
  'The upgrade check refuses an empty database and one of a newer version, which the server refuses too',
  async () => {
    const empty = await newDatabase();
    onTestFinished(() => empty.remove());
    const nothing = await check(empty);
    expect([nothing.code, nothing.stdout]).toEqual([1, '']);
    expect(nothing.stderr).toMatch(
      /^NO +.* holds no Gatehouse data yet\. Use the server's environment, or start it once\.\nNot ready\./m,
    );

    const looked = await runCommand('doctor', ['--json'], empty.env);
    expect([looked.code, looked.stderr]).toEqual([1, '']);
    expect(JSON.parse(looked.stdout).findings).toMatchObject([{ id: 'database', level: 'no' }]);

    const newer = await migratedDatabase();
    onTestFinished(() => newer.remove());
    await rememberMigration(newer, '999-later');
    const refused = await check(newer);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(
      /^NO +.* was used by a newer version of Gatehouse \("999-later"\)\. Use that version, or restore the backup from before\.\nNot ready\./m,
    );
    await expect(startServer({ ...newer.env, SECRET_KEY })).rejects.toThrow(
      /^The server ended: The database was used by a newer version of Gatehouse \("999-later"\)\. Use that version, or restore the backup from before\.\n$/,
    );
  },
);

/** Pretends that a later version has run. */
async function rememberMigration({ env: { DATA_DIR, DATABASE_URL } }: TestDatabase, name: string): Promise<void> {
  const statement = `insert into kysely_migration (name, timestamp) values ('${name}', '2030-01-01T00:00:00.000Z')`;
  if (DATABASE_URL === undefined) {
    const database = new DatabaseSync(join(DATA_DIR, 'gatehouse.db'));
    database.exec(statement);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
