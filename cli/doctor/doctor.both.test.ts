import { generateKeyPairSync } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { readConfig } from '../../server/config.ts';
import { lockDataDir, sqliteFile } from '../../server/db/sqlite.ts';
import { CONNECTIONS_MAX } from '../../server/http/connections.ts';
import { createLog } from '../../server/process/log.ts';
import { allowedFiles, openFilesWarning } from '../../server/process/open-files.ts';
import { signedIn } from '../../tests/support/accounts.ts';
import { ADMIN, startApp, TEST_KEY, type TestApp } from '../../tests/support/app.ts';
import { runCommand } from '../../tests/support/command.ts';
import { migratedDatabase, newDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { TestDns } from '../../tests/support/dns.ts';
import { fingerprint } from '../../tests/support/fingerprint.ts';
import { startServer, until } from '../../tests/support/process.ts';
import { TestSmtp } from '../../tests/support/smtp.ts';
import { isThorough } from '../../tests/support/thorough.ts';
import { backupCommand } from '../backup.ts';
import { readUntouched } from '../database.ts';
import type { Answer } from './answer.ts';
import { restore } from './backup.ts';
import type { CheckId } from './checks.ts';
import { examine } from './examine.ts';
import { disk } from './limits.ts';
import { signature } from './mail.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** What has no SQL or locks of its own. */
const anyDatabase = test.runIf(isThorough());
const log = createLog('silent');
const configOf = ({ env }: TestDatabase, more: Record<string, string> = {}) =>
  readConfig({ ...env, SECRET_KEY: TEST_KEY, ...more });
const backupsOf = ({ env }: TestDatabase) => join(env.DATA_DIR, 'backups');

async function place(make: () => Promise<TestDatabase> = migratedDatabase): Promise<TestDatabase> {
  const database = await make();
  onTestFinished(() => database.remove());
  return database;
}

interface Circumstances {
  readonly env?: Record<string, string>;
  readonly now?: number;
}

async function look(
  id: CheckId,
  database: TestDatabase,
  { env, now = Date.now() }: Circumstances = {},
): Promise<Answer> {
  const wanted = { checks: [id], backups: backupsOf(database), clock: { now: () => now } };
  const { findings } = await examine(configOf(database, env), log, wanted);
  return findings[0] as Answer;
}

/** Asks for a code; every guest has another address. */
let guests = 0;
async function askForCode(app: TestApp): Promise<void> {
  guests += 1;
  const answer = await app.client().post('/api/user/send-verification-code', { email: `guest${guests}@example.com` });
  expect(answer.statusCode, answer.body).toBe(200);
}

async function asOwner(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(statement, values).finally(() => client.end());
}

/** A web server that gives every request this answer. */
async function answering(status: number, headers: Record<string, string>, text = ''): Promise<number> {
  const server = createServer((_request, response) => void response.writeHead(status, headers).end(text));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('The doctor finds nothing wrong with a healthy portal that runs, and leaves it alone', async () => {
  const database = await place(newDatabase);
  const smtp = await TestSmtp.start('portal:secret');
  const tmp = mkdtempSync(join(database.env.DATA_DIR, 'tmp-'));
  const settings = {
    ...database.env,
    SECRET_KEY: TEST_KEY,
    SMTP_URL: smtp.url,
    METRICS_PORT: String(await freePort()),
  };
  const { url, kill, exited } = await startServer(settings);
  const env = { ...settings, PORT: new URL(url).port, TMPDIR: tmp };
  await fetch(`${url}/api/user/send-verification-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'guest@example.com' }),
  });
  await smtp.mail();
  expect(await runCommand('backup', [], env)).toMatchObject({ code: 0 });
  const metrics = `http://127.0.0.1:${settings.METRICS_PORT}/metrics`;
  await until('the email is marked as sent', async () =>
    (await (await fetch(metrics)).text()).includes('gatehouse_outbox_waiting{channel="mail"} 0'),
  );
  const { code, stdout, stderr } = await runCommand('doctor', ['--json'], env);
  expect([code, stderr]).toEqual([0, '']);
  const { findings } = JSON.parse(stdout) as { findings: { id: string; level: string }[] };
  const files = openFilesWarning(allowedFiles(), CONNECTIONS_MAX) === null ? 'ok' : 'warning';
  expect(findings.filter(({ id, level }) => level !== (id === 'open-files' ? files : 'ok'))).toEqual([]);
  expect(findings.map(({ id }) => id)).toEqual([
    'portal',
    'database',
    ...(inject('database') === 'postgres' ? ['connections'] : []),
    'backup',
    'restore',
    'mail-server',
    'mail',
    'mail-rate',
    'clock',
    'open-files',
    'disk',
    'rows',
    'guests',
    'audit-trail',
    'migrations',
    'server-key',
  ]);
  expect(smtp.received).toHaveLength(1);
  // The restored copy is gone, and the server still holds its data.
  expect(readdirSync(tmp)).toEqual([]);
  if (inject('database') === 'sqlite')
    expect(() => lockDataDir(database.env.DATA_DIR)).toThrow('another Gatehouse is running');

  kill('SIGTERM');
  await exited;
  const before = await fingerprint(database);
  const stopped = await runCommand('doctor', [], env);
  expect(stopped.stdout).toMatch(/^warning {2}The portal doesn't answer at /m);
  expect(stopped.stdout).toMatch(/^ok {7}The audit trail is intact: .*\n {9}Head: /m);
  expect([stopped.code, stopped.stdout.trim().split('\n').at(-1)]).toEqual([
    0,
    expect.stringMatching(/^Nothing is wrong, with \d warnings?\. Nothing was changed\.$/),
  ]);
  expect(await fingerprint(database)).toBe(before);
});

test('The doctor ends with 1 when something is wrong, on standard output, and says how many checks', async () => {
  const { database } = await startApp();
  const env = { ...database.env, SECRET_KEY: TEST_KEY, NODE_ENV: 'production' };
  const { code, stdout } = await runCommand('doctor', [], env);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^NO +No backup found\. Make one every night: npm run backup$/m);
  expect(stdout).toMatch(/^NO +No mail server is set up\./m);
  expect(stdout).toMatch(/\n2 of \d+ checks say NO\. Nothing was changed\.\n$/);
  const tryingOut = await runCommand('doctor', [], { ...env, NODE_ENV: 'development' });
  expect(tryingOut.stdout).toMatch(/^warning +No mail server is set up: emails are at \/dev\/mailbox/m);
  expect(tryingOut.stdout).toMatch(/^warning +No backup found\./m);
  expect(tryingOut.code).toBe(0);
});

anyDatabase('The doctor asks for a portal that does not answer, and refuses one that is unhealthy', async () => {
  const database = await place();
  const at = (port: number) => ({ env: { PUBLIC_URL: `http://127.0.0.1:${port}` } });
  expect(await look('portal', database, at(await freePort()))).toMatchObject({ level: 'warning' });
  const behindProxy = {
    env: { ...at(await freePort()).env, HOST: '127.0.0.1', PORT: String(await answering(404, {})) },
  };
  expect(await look('portal', database, behindProxy)).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('The process answers at http://127.0.0.1:'),
  });
  expect(await look('portal', database, at(await answering(503, {})))).toMatchObject({
    level: 'no',
    text: expect.stringContaining('answers with 503'),
  });
});

test('The doctor finds a damaged page', async () => {
  const database = await damagedDatabase();
  const { level, text, advice } = await look('database', database);
  expect([level, text]).toEqual(['no', expect.stringMatching(/^The database is damaged: /)]);
  expect(advice).toContain('restore the newest backup');
});

/** A page of a table is garbage on the disk. */
async function damagedDatabase(): Promise<TestDatabase> {
  const database = await place();
  const { DATA_DIR, DATABASE_URL } = database.env;
  if (DATABASE_URL === undefined) {
    const file = sqliteFile(DATA_DIR);
    const db = new DatabaseSync(file);
    const { rootpage } = db.prepare("select rootpage from sqlite_master where name = 'settings'").get() as {
      rootpage: number;
    };
    const { page_size } = db.prepare('pragma page_size').get() as { page_size: number };
    db.close();
    const garbage = Buffer.alloc(page_size, 0xa5);
    const handle = openSync(file, 'r+');
    writeSync(handle, garbage, 0, garbage.length, (rootpage - 1) * page_size);
    closeSync(handle);
    return database;
  }
  // A copy of the files, of which no page is in PostgreSQL's memory yet.
  const copy = new URL(DATABASE_URL);
  copy.pathname += '_copy';
  const server = new URL(DATABASE_URL);
  server.pathname = '/postgres';
  await asOwner(DATABASE_URL, "insert into settings (name, value) values ('exitMessage', 'Goodbye')");
  const [name, original] = [copy.pathname.slice(1), new URL(DATABASE_URL).pathname.slice(1)];
  await asOwner(server.href, `create database ${name} template ${original} strategy file_copy`);
  onTestFinished(async () => void (await asOwner(server.href, `drop database ${name} with (force)`)));
  const where = await asOwner(
    copy.href,
    "select current_setting('data_directory') || '/' || pg_relation_filepath('settings') as path",
  );
  const path: string = where.rows[0].path;
  await asOwner(server.href, `copy (select repeat('x', 4000)) to program 'dd of=${path} conv=notrunc'`);
  return { ...database, env: { DATA_DIR, DATABASE_URL: copy.href } };
}

test.runIf(inject('database') === 'sqlite')(
  'The doctor says that a file is no database any more, instead of failing itself',
  async () => {
    const database = await place();
    writeFileSync(sqliteFile(database.env.DATA_DIR), 'This is no database.'.repeat(1000));
    const { code, stdout } = await runCommand('doctor', [], { ...database.env, SECRET_KEY: TEST_KEY });
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^NO {2}The database is damaged: file is not a database\./m),
    ]);
  },
);

test.runIf(inject('database') === 'postgres')('The doctor warns when connections to PostgreSQL run out', async () => {
  const database = await place();
  const url = database.env.DATABASE_URL as string;
  await asOwner(url, `alter database ${new URL(url).pathname.slice(1)} connection limit 2`);
  const held = new pg.Client({ connectionString: url });
  await held.connect();
  const answer = await look('connections', database);
  await held.end();
  expect(answer).toMatchObject({ level: 'warning', text: '2 of 2 connections to PostgreSQL are open.' });
});

test('The doctor refuses an old backup', async () => {
  const database = await place();
  const stamp = join(database.env.DATA_DIR, 'last-backup');
  writeFileSync(stamp, '');
  expect(await look('backup', database)).toMatchObject({ level: 'ok' });
  utimesSync(stamp, new Date(), new Date(Date.now() - 3 * DAY_MS));
  const inProduction = { env: { NODE_ENV: 'production' } };
  const text = 'The last backup is 3 days old.';
  expect(await look('backup', database, inProduction)).toMatchObject({ level: 'no', text });
  expect(await look('backup', database)).toMatchObject({ level: 'warning', text });
});

test('The doctor restores the newest backup, and says when that is impossible', async () => {
  const { database } = await startApp();
  const config = configOf(database);
  const tried = (...more: Parameters<typeof restore> extends [unknown, ...infer More] ? More : never) =>
    readUntouched(config, log, (db) =>
      restore({ config, log, db, clock: { now: Date.now }, backups: backupsOf(database) }, ...more),
    );
  expect(await tried()).toMatchObject({ level: 'warning', text: expect.stringContaining('There is no backup in') });
  await backupCommand([], config, log);
  expect(await tried()).toMatchObject({ level: 'ok', text: expect.stringMatching(/restores: \d+ rows, /) });
  expect(await look('restore', database, { now: Date.now() + 3 * DAY_MS })).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('It is 3 days old.'),
  });
  expect(await tried(1)).toMatchObject({ level: 'warning', text: expect.stringContaining('was not restored within') });
  const full = async () => ({ free: 50 * 1024 * 1024, size: 1024 * 1024 * 1024 });
  expect(await tried(undefined, full)).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('is whole, but'),
  });
  const [name = ''] = readdirSync(backupsOf(database));
  const file = join(backupsOf(database), name);
  truncateSync(file, Math.floor(statSync(file).size / 2));
  expect(await tried()).toMatchObject({ level: 'no', text: expect.stringContaining('its end is missing') });
});

anyDatabase('The doctor finds backups in another directory', async () => {
  const database = await place();
  const env = { ...database.env, SECRET_KEY: TEST_KEY };
  const elsewhere = join(database.env.DATA_DIR, 'elsewhere');
  mkdirSync(elsewhere);
  expect(await runCommand('backup', [elsewhere], env)).toMatchObject({ code: 0 });
  const { stdout } = await runCommand('doctor', ['--backups', elsewhere], env);
  expect(stdout).toMatch(/^ok +gatehouse-\S+ restores: /m);
});

anyDatabase('The doctor refuses a mail server that rejects the login or cannot be reached', async () => {
  const database = await place();
  const smtp = await TestSmtp.start('portal:secret');
  const at = (url: string) => look('mail-server', database, { env: { SMTP_URL: url } });
  expect(await at(smtp.url)).toMatchObject({ level: 'ok', text: expect.stringContaining('accepts the login') });
  expect(await at(smtp.url.replace('secret', 'wrong'))).toMatchObject({
    level: 'no',
    text: expect.stringContaining('rejected the user name and password'),
  });
  smtp.refusesAt = { stage: 'connect', code: 554 };
  expect(await at(smtp.url)).toMatchObject({ level: 'no' });
  await smtp.close();
  expect(await at(smtp.url)).toMatchObject({ level: 'no', text: expect.stringContaining('refused the connection') });
});

test('The doctor refuses emails that wait too long or are mostly rejected', async () => {
  const smtp = await TestSmtp.start();
  const env = { SMTP_URL: smtp.url };
  const app = await startApp({ env });
  const mail = (now = app.clock.now()) => look('mail', app.database, { env, now });
  const states = async () => (await app.db.selectFrom('outbox').select('state').execute()).map(({ state }) => state);
  expect(await mail()).toMatchObject({ level: 'warning', text: expect.stringContaining('no email has been sent yet') });

  smtp.behaviour = 'permanent-failure';
  await askForCode(app);
  await until('the email is rejected', async () => (await states()).includes('failed'));
  expect(await mail()).toMatchObject({
    level: 'no',
    text: expect.stringMatching(/^1 of 1 emails of the last day were not delivered\. 550 The email was rejected$/),
  });
  smtp.behaviour = 'accept';
  app.clock.advance(1_000);
  await askForCode(app);
  await until('the email is sent', async () => (await states()).includes('sent'));
  expect(await mail()).toMatchObject({ level: 'ok', text: expect.stringContaining('accepted the last email') });

  await smtp.close();
  await askForCode(app);
  expect(await mail(app.clock.now() + 6 * 60_000)).toMatchObject({
    level: 'no',
    text: expect.stringMatching(/^The oldest waiting email was queued 6 minutes ago: /),
  });
});

test('The doctor warns when MAIL_RATE is too low for what is waiting', async () => {
  const app = await startApp({ env: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_RATE: '6000' } });
  for (let codes = 0; codes < 31; codes += 1) await askForCode(app);
  const rate = (MAIL_RATE: string) =>
    look('mail-rate', app.database, { env: { SMTP_URL: 'smtp://localhost', MAIL_RATE } });
  expect(await rate('6000')).toMatchObject({ level: 'ok' });
  expect(await rate('60')).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('More than 30 emails wait'),
  });
});

anyDatabase('The doctor compares DKIM_KEY with the key in DNS', async () => {
  const ours = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const other = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const recordOf = ({ publicKey }: typeof ours) =>
    `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
  const config = readConfig({
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'portal@example.com',
    DKIM_DOMAIN: 'example.com',
    DKIM_SELECTOR: 'one',
    DKIM_KEY: ours.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  });
  const dns = await TestDns.start();
  const resolver = new Resolver({ timeout: dns.patience.tryMs, tries: 1 });
  resolver.setServers(dns.servers);
  const published = async (record: string) => {
    dns.zones.set('one._domainkey.example.com', { TXT: [record] });
    return signature({ config }, resolver);
  };
  expect(await signature({ config }, resolver)).toMatchObject({
    level: 'no',
    text: expect.stringContaining('no key in DNS'),
  });
  expect(await published(recordOf(ours))).toMatchObject({ level: 'ok' });
  expect(await published(recordOf(other))).toMatchObject({
    level: 'no',
    text: expect.stringContaining('not that of DKIM_KEY'),
  });
  dns.zones.set('one._domainkey.example.com', 'servfail');
  expect(await signature({ config }, resolver)).toMatchObject({ level: 'warning' });
});

test('The doctor refuses results that do not arrive', async () => {
  const port = await freePort();
  const env = {
    SMTP_URL: 'smtp://localhost',
    OUTCOME_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
    OUTCOME_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
    OUTCOME_WEBHOOK_PRIVATE: 'true',
  };
  const app = await startApp({ env });
  expect(await look('webhook', app.database, { env })).toMatchObject({ level: 'ok' });
  const at = app.clock.now();
  await app.db
    .insertInto('outbox')
    .values({
      id: 'result',
      channel: 'webhook',
      recipient: '',
      sealed: null,
      state: 'failed',
      attempts: 1,
      due_at: at,
      expires_at: at,
      error: 'no answer',
      guest_ip: null,
      guest_id: null,
      created_at: at,
      finished_at: at,
      answer: null,
      kind: null,
    })
    .execute();
  expect(await look('webhook', app.database, { env })).toMatchObject({
    level: 'no',
    text: expect.stringContaining('No result has reached'),
  });
});

test('The doctor refuses a clock that differs from the others, or was set back', async () => {
  const app = await startApp();
  await signedIn(app, ADMIN);
  const PUBLIC_URL = `http://127.0.0.1:${await freePort()}`;
  const HOUR = 60 * 60_000;
  expect(await look('clock', app.database, { env: { PUBLIC_URL } })).toMatchObject({ level: 'ok' });
  expect(await look('clock', app.database, { env: { PUBLIC_URL }, now: Date.now() - HOUR })).toMatchObject({
    level: 'no',
    text: expect.stringMatching(
      inject('database') === 'postgres'
        ? /^The clock of PostgreSQL is (?:59 minutes|1 hour) ahead\./
        : /^The newest entry of the log is (?:59 minutes|1 hour) in the future: the clock was set back\./,
    ),
  });
  const port = await answering(200, { date: new Date(Date.now() - 5 * HOUR).toUTCString() });
  expect(await look('clock', app.database, { env: { PUBLIC_URL: `http://127.0.0.1:${port}` } })).toMatchObject({
    level: 'no',
    text: `The clock of http://127.0.0.1:${port} is 5 hours behind.`,
  });
});

anyDatabase('The doctor refuses when the server has nearly all of its open files', async () => {
  const figures = (open: number, most: number) => `process_open_fds ${open}\nprocess_max_fds ${most}\n`;
  const database = await place();
  const told = async (text: string) =>
    look('open-files', database, { env: { METRICS_PORT: String(await answering(200, {}, text)) } });
  expect(await told(figures(50, 65_536))).toMatchObject({ level: 'ok' });
  expect(await told(figures(60_000, 65_536))).toMatchObject({ level: 'no' });
});

anyDatabase('The doctor refuses a disk that is nearly full', async () => {
  const config = configOf(await place());
  const MB = 1024 * 1024;
  const withFree = (free: number) => disk({ config }, async () => ({ free: free * MB, size: 10_000 * MB }));
  expect(await withFree(1_500)).toMatchObject({ level: 'ok' });
  expect(await withFree(700)).toMatchObject({ level: 'warning' });
  expect(await withFree(100)).toMatchObject({ level: 'no', text: expect.stringMatching(/^Only 100 MB are free/) });
});

test('The doctor warns of a used row budget and of what admins were notified of', async () => {
  const app = await startApp();
  const budget = { env: { ROW_BUDGET: '1000' } };
  const now = app.clock.now();
  expect(await look('rows', app.database, budget)).toMatchObject({ level: 'ok' });
  const entry = {
    action: 'page_view',
    ip_address: '192.0.2.1',
    location: '',
    device: '',
    user_agent: '',
    created_at: now,
  } as const;
  await app.db
    .insertInto('activity')
    .values(Array.from({ length: 600 }, (_, id) => ({ id: `entry-${id}`, ...entry })))
    .execute();
  expect(await look('rows', app.database, budget)).toMatchObject({
    level: 'warning',
    text: expect.stringMatching(/^Guests and users made 60\d entries in the last hour, of 1,000/),
  });

  // The server does not watch the disk of a PostgreSQL server.
  if (inject('database') === 'postgres') return;
  const MB = 1024 * 1024;
  const tight = await startApp({ spaceAt: async () => ({ free: 12 * MB, size: 10_000 * MB }) });
  const ofDisk = tight.db.selectFrom('notifications').select('id').where('type', '=', 'storage');
  await until('admins are notified', async () => (await ofDisk.execute()).length === 1);
  expect(await look('rows', tight.database)).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('12 MB'),
  });
});

test('The doctor warns when the memory for guests is nearly full', async () => {
  const { db, database } = await startApp();
  expect(await look('guests', database)).toMatchObject({ level: 'ok' });
  const ids =
    inject('database') === 'postgres'
      ? sql`select i from generate_series(1, 9000) as numbers (i)`
      : sql`
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 9000) select i from numbers`;
  await sql`insert into guests (id, ip_address, last_page, page_since, viewed_at, page_views, presence, presence_since, last_seen_at, location, device)
    select 'guest-' || i, '192.0.2.1', '/', 1, 1, 1, 'closed', 1, 1, '', '' from (${ids}) as made`.execute(db);
  expect(await look('guests', database)).toMatchObject({
    level: 'warning',
    text: '9,000 of 10,000 guests are kept in memory.',
  });
});

test('The doctor finds a changed entry of the audit trail, and needs the right key for that', async () => {
  const app = await startApp();
  await signedIn(app, ADMIN);
  await app.audit.link();
  expect(await look('audit-trail', app.database)).toMatchObject({ level: 'ok' });
  expect(
    await look('audit-trail', app.database, { env: { SECRET_KEY: 'another-key-that-is-long-enough-too' } }),
  ).toMatchObject({
    level: 'no',
    text: expect.stringContaining('SECRET_KEY: is not the key the server uses'),
  });
  await app.db.updateTable('activity').set({ ip_address: '192.0.2.66' }).where('staff', '=', 1).execute();
  expect(await look('audit-trail', app.database)).toMatchObject({
    level: 'no',
    text: expect.stringMatching(/^The audit trail is NOT intact: .*\nPosition \d+, changed: /),
  });
});
