import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { loadOrCreateSecret } from '../../server/crypto/keys.ts';
import { deleteOldStaffEntries } from '../../server/db/audit-chain/retention.ts';
import { MIGRATIONS, migrateUpTo } from '../../server/db/migrate.ts';
import { openPostgres } from '../../server/db/postgres.ts';
import { connectSqlite, sqliteFile } from '../../server/db/sqlite.ts';
import { recordVerified } from '../../server/features/verification/verified/queries.ts';
import { createLog } from '../../server/process/log.ts';
import { attemptSignIn, createAccount, PASSWORD, signedIn } from '../../tests/support/accounts.ts';
import { callWith, makeKey, WITH_KEYS } from '../../tests/support/api-key.ts';
import { ADMIN, startApp, type TestApp } from '../../tests/support/app.ts';
import { verify, WHOLE } from '../../tests/support/audit.ts';
import { linesOf } from '../../tests/support/backup-file.ts';
import { BOT_TOKEN } from '../../tests/support/bot-api.ts';
import { runCommand, startCommand } from '../../tests/support/command.ts';
import { newDatabase, postgresDatabase, sqliteDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { detail } from '../../tests/support/detail.ts';
import { fillPortal } from '../../tests/support/filled-portal.ts';
import { guestInFlow } from '../../tests/support/guest-in-flow.ts';
import { until } from '../../tests/support/process.ts';
import { addPasskey, addTotp } from '../../tests/support/second-factor.ts';
import { TestSmtp } from '../../tests/support/smtp.ts';
import { isThorough } from '../../tests/support/thorough.ts';
import { verifiedResult } from '../../tests/support/verified.ts';
import { backupCommand } from '../backup.ts';
import { openCommandDatabase } from '../database.ts';
import { restoreCommand } from '../restore.ts';
import { CARRIED, LEFT_OUT } from './tables.ts';

const log = createLog('silent');
/** With the key in the data directory, as most have it. */
const KEPT_KEY = { SECRET_KEY: '' };
const NASTY = 'Zoë "Z" O\'Neil\\n\u2028 \\u0000 🏳️‍🌈 مرحبا\t{}[],\n';

const kinds = {
  sqlite: async () => sqliteDatabase(),
  postgres: () => postgresDatabase(process.env.TEST_DATABASE_URL as string),
};
const otherKind = inject('database') === 'sqlite' ? 'postgres' : 'sqlite';

async function place(make: () => Promise<TestDatabase> = newDatabase): Promise<TestDatabase> {
  const database = await make();
  onTestFinished(() => database.remove());
  return database;
}

const backup = (database: TestDatabase, ...args: string[]) => backupCommand(args, readConfig(database.env), log);
const restore = (database: TestDatabase, file: string) => restoreCommand([file], readConfig(database.env), log);
/** A name in a directory that goes with the test. */
const fileIn = ({ env }: TestDatabase, name = 'backup.gz') => join(env.DATA_DIR, name);

type Row = Record<string, unknown>;

/** Every row that should be carried, in an order that both databases share. */
async function contentsOf({ env }: TestDatabase): Promise<Record<string, Row[]>> {
  const { db, close } = await openCommandDatabase(readConfig(env), log);
  const contents: Record<string, Row[]> = {};
  for (const table of CARRIED) {
    const rows: Row[] = await db
      .selectFrom(table as 'users')
      .selectAll()
      .execute();
    const inOrder = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
    contents[table] = inOrder.map((row) => Object.fromEntries(JSON.parse(row)));
  }
  await close();
  return contents;
}

/** What was being sent waits again, and is due. */
const waitingAgain = ({ state, due_at, ...row }: Row) => ({
  ...row,
  state: state === 'sending' ? 'queued' : state,
  due_at: state === 'sending' ? expect.any(Number) : due_at,
});

const waitingAnew = (row: Row) => ({ ...row, in_force_at: expect.any(Number) });

/** The chain of what staff did, as after a year and a change of the key. */
async function cutChain({ db, keys, audit, clock }: TestApp): Promise<void> {
  await audit.link();
  const oldest = await db
    .selectFrom('activity')
    .select('created_at')
    .where('staff', '=', 1)
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  await deleteOldStaffEntries(db, keys, oldest.created_at + 1, 1, clock.now());
  const sealed = keys.seal('a key of before', 'audit-key');
  await db.insertInto('audit_keys').values({ key_id: 'before', sealed }).execute();
}

/** Something in every table; answers the guest who waits for a code, and a temporary password. */
async function fillEverything(app: TestApp) {
  await fillPortal(app);
  await createAccount(app, { username: 'careful' });
  const careful = await signedIn(app, { username: 'careful' });
  await addTotp(app, careful);
  await addPasskey(careful);
  // Terms from before there were rules for them.
  await app.db.insertInto('settings').values({ name: 'termsText', value: NASTY.trim() }).execute();
  const admin = await signedIn(app, ADMIN);
  const saved = await admin.post('/api/admin/settings', {
    emailPromptMessage: 'Please enter your email',
    codePromptMessage: 'Please enter your code',
    exitMessage: 'Goodbye',
    exitUrl: 'https://example.com',
    telegramBotToken: BOT_TOKEN,
    telegramChatId: '-1001',
  });
  expect(saved.statusCode, saved.body).toBe(200);
  const created = await admin.post('/api/admin/users', {
    username: 'newcomer',
    email: 'new@example.com',
    sendByMail: true,
  });
  const { id, temporaryPassword } = created.json() as { id: string; temporaryPassword: string };
  const another = await admin.post('/api/admin/users', { username: 'another-admin', role: 'admin' });
  expect(another.statusCode, another.body).toBe(200);
  const before = (await admin.get('/api/admin/settings')).json();
  const waits = await admin.post('/api/admin/settings', { ...before, exitUrl: 'https://example.org' });
  expect(waits.statusCode, waits.body).toBe(202);
  await admin.post('/api/admin/guest-prompt', { guestIp: '203.0.113.9', message: 'Please enter your email' });
  await admin.post('/api/admin/guest-prompt', { guestId: (await guestInFlow(app)).id });
  await attemptSignIn(app, app.client(), { username: 'nobody' });
  const guest = app.client();
  const asked = await guest.post('/api/user/send-verification-code', { email: 'guest@example.com' });
  expect(asked.statusCode, asked.body).toBe(200);
  await guest.post('/api/guest/help', { reason: 'no_mail' });
  await app.outbox.work();
  await admin.request({
    method: 'PUT',
    url: '/api/admin/notifications/preferences',
    payload: { silent: ['page_view'] },
  });
  const { db, clock, keys } = app;
  const now = clock.now();
  const pass = { jti: '1', sub: NASTY, claims: null };
  await db.transaction().execute((trx) => recordVerified(trx, { ...verifiedResult(now), publicId: 'b' }, pass));
  // A result that waits holds no code, and is carried although it belongs to a guest.
  const times = { due_at: now, expires_at: now + 60_000, created_at: now };
  const result = { recipient: 'confirmed@example.com', sealed: keys.seal('{}', 'outbox'), state: 'queued' } as const;
  await db
    .insertInto('outbox')
    .values({ id: 'result', channel: 'webhook', guest_id: 'b', attempts: 1, answer: 'timed out', ...result, ...times })
    .execute();
  const profile = { phone: null, date_of_birth: '1990-01-31', address: null, city: null, country: null };
  await db
    .insertInto('profiles')
    .values({ user_id: id, bio: NASTY, completed_at: now, ...profile })
    .execute();
  await db.insertInto('former_users').values({ id: 'gone', name: NASTY, username: 'gone', deleted_at: now }).execute();
  const hold = { email: 'held@example.com', reason: 'A court', until: new Date(now + 3_600_000).toISOString() };
  const held = await admin.post('/api/admin/people/hold', hold);
  expect(held.statusCode, held.body).toBe(200);
  const erased = await admin.post('/api/admin/people/erase', { email: 'gone@example.com' });
  expect(erased.statusCode, erased.body).toBe(200);
  await db.insertInto('profile_pictures').values({ user_id: id, picture: '/9g=' }).execute();
  const view = { name: 'Suspended', path: '/admin/users', query: 'standing=suspended' };
  expect((await admin.post('/api/admin/views', view)).statusCode).toBe(200);
  const link = { user_id: id, issuer: 'https://login.example', subject: NASTY, linked_at: now, used_at: null };
  await db.insertInto('oidc_links').values(link).execute();
  await db
    .insertInto('api_keys')
    .values({
      id: 'key',
      name: NASTY,
      user_id: id,
      secret_hash: 'hash',
      scopes: '["users:read"]',
      networks: '[]',
      created_at: now,
      expires_at: now,
      in_force_at: now,
    })
    .execute();
  await db.insertInto('terms_acceptances').values({ user_id: id, version: 'v1', accepted_at: now }).execute();
  await db
    .insertInto('gate_tokens')
    .values({ jti: 'used', expires_at: now + 60_000 })
    .execute();
  const person = {
    email: 'r@example.com',
    email_key: 'r@example.com',
    username: 'r',
    first_name: null,
    last_name: NASTY,
  };
  const secrets = { password_hash: 'none', token_hash: 'none', expires_at: now, guest_id: 'browser' };
  await db
    .insertInto('registrations')
    .values({ id: 'r1', ...person, ...secrets })
    .execute();
  await app.presence.settle();
  await app.notifications.settle();
  await admin.request({ method: 'PATCH', url: '/api/admin/notifications/mark-all-read' });
  await guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await app.notifications.settle();
  const [newest] = (await admin.get('/api/admin/notifications?limit=1')).json();
  await admin.request({ method: 'PATCH', url: `/api/admin/notifications/${newest.id}/read` });
  await cutChain(app);
  return { guest, mira: await signedIn(app), newcomer: { id, temporaryPassword } };
}

/** Goes on until stopped: two rows in one transaction, in the first and in the last table of a backup. */
function writePairs({ db }: TestApp) {
  let going = true;
  let pairs = 0;
  const done = (async () => {
    for (; going; pairs += 1) {
      const name = `pair-${pairs}`;
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('settings').values({ name, value: '' }).execute();
        await trx.insertInto('gate_tokens').values({ jti: name, expires_at: 0 }).execute();
      });
      await new Promise((next) => setTimeout(next, 1));
    }
  })();
  return {
    written: () => pairs,
    async stop() {
      going = false;
      await done;
    },
  };
}

function rowsIn(file: string, table: string): unknown[][] {
  const lines = linesOf(file);
  const from = lines.findIndex((line) => line.startsWith(`{"table":"${table}"`)) + 1;
  const rest = lines.slice(from);
  return rest
    .slice(
      0,
      rest.findIndex((line) => line.startsWith('{')),
    )
    .map((line) => JSON.parse(line));
}

/** The backup of a closed portal with something in every table that was sending an email, and every row it held. */
async function fillAndBackUp() {
  const source = await place();
  const smtp = await TestSmtp.start();
  // Emails wait.
  smtp.behaviour = 'temporary-failure';
  writeFileSync(fileIn(source, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const app = await startApp({ database: source, env: { ...KEPT_KEY, SMTP_URL: smtp.url } });
  const people = await fillEverything(app);
  await app.db.updateTable('outbox').set({ state: 'sending' }).where('recipient', '=', 'new@example.com').execute();
  await app.close();
  const original = await contentsOf(source);
  const file = join(shared, 'backup.gz');
  await backup(source, file);
  return { ...people, original, file };
}

const shared = mkdtempSync(join(tmpdir(), 'gatehouse-backup-'));
afterAll(() => rmSync(shared, { recursive: true }));
let filled: ReturnType<typeof fillAndBackUp> | undefined;

/** Filling takes longer than all that is tested with it, so it is done once. Nobody changes the file. */
const filledBackup = () => (filled ??= fillAndBackUp());

/** Runs the command and returns the file that its output names. */
async function runBackup(source: TestDatabase): Promise<string> {
  const { code, stdout, stderr } = await runCommand('backup', [], source.env);
  expect([code, stderr]).toEqual([0, '']);
  const [, file] =
    /^(\S+\/backups\/gatehouse-\S+Z\.jsonl\.gz): [\d,]+ rows, [\d,]+ bytes, [\d.]+ seconds\nThis file is not encrypted.*\n$/.exec(
      stdout,
    ) ?? [];
  return file as string;
}

test('A backup of a busy portal is a snapshot of one moment', async () => {
  const source = await place();
  const app = await startApp({ database: source, env: KEPT_KEY });
  await fillPortal(app);
  const pairs = writePairs(app);
  const before = pairs.written();
  const file = await runBackup(source);
  await pairs.stop();
  const pairIn = (table: string) =>
    rowsIn(file, table)
      .flat()
      .filter((value) => String(value).startsWith('pair-'))
      .sort();
  expect(pairIn('settings').length).toBeGreaterThan(before);
  expect(pairs.written()).toBeGreaterThan(pairIn('settings').length);
  expect(pairIn('gate_tokens')).toEqual(pairIn('settings'));
  expect(await backup(source, '--verify', file)).toContain('is complete');
});

test.runIf(isThorough())(
  'A backup and its folder can be read by their owner only, and the time of the last backup is noted',
  async () => {
    const source = await place();
    await startApp({ database: source, env: KEPT_KEY });
    const begun = Date.now();
    const file = await runBackup(source);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(fileIn(source, 'backups')).mode & 0o777).toBe(0o700);
    expect(statSync(fileIn(source, 'last-backup')).mtimeMs).toBeGreaterThan(begun);
  },
);

test.runIf(isThorough())('A backup contains no email with a code and no hash of a code', async () => {
  const { original, file } = await filledBackup();
  // The file outlives every code and contains the key.
  expect(original.outbox?.filter(({ guest_ip, sealed }) => guest_ip !== null && sealed !== null)).toHaveLength(1);
  expect(linesOf(file).join('\n')).not.toMatch(/guest@example\.com|guest_verifications/);
});

describe.for([inject('database'), otherKind] as const)('A backup restored into an empty %s database', (kind) => {
  test('Every row is restored, emails that were being sent wait again, and the audit trail is intact', async () => {
    const { original, file } = await filledBackup();
    const empty = Object.keys(original).filter((table) => original[table]?.length === 0);
    expect(empty).toEqual([]);
    const target = await place(kinds[kind]);
    expect(await restore(target, file)).toMatch(/backup\.gz: [\d,]+ rows, [\d.]+ seconds, as it was on 20\S+Z\./);
    const carried = original.outbox?.filter(({ guest_ip }) => guest_ip === null).map(waitingAgain);
    const waiting = {
      setting_proposals: original.setting_proposals?.map(waitingAnew),
      api_keys: original.api_keys?.map(waitingAnew),
    };
    expect(await contentsOf(target)).toEqual({ ...original, outbox: carried, ...waiting });
    const checked = await verify(target, KEPT_KEY);
    expect(checked).toMatch(WHOLE);
    expect(checked).toContain('Cut by retention at position ');
  });

  test.runIf(isThorough())(
    'Users sign in again, and temporary passwords, search, settings and logo still work',
    async () => {
      const { mira, newcomer, file } = await filledBackup();
      const target = await place(kinds[kind]);
      await restore(target, file);
      const restored = await startApp({ database: target, env: KEPT_KEY });
      const oldBrowser = restored.client();
      for (const [name, value] of mira.cookies) oldBrowser.cookies.set(name, value);
      expect((await oldBrowser.get('/api/auth/user')).statusCode).toBe(401);
      await signedIn(restored, { username: 'mira', password: PASSWORD });
      const admin = await signedIn(restored, ADMIN);
      const found = (await admin.get('/api/admin/users?q=iRa&limit=10')).json() as { username: string }[];
      expect(found.map(({ username }) => username)).toEqual(['mira']);
      const shown = (await admin.post(`/api/admin/users/${newcomer.id}/temporary-password`)).json();
      expect(shown).toEqual({ temporaryPassword: newcomer.temporaryPassword });
      expect((await admin.get('/api/admin/settings')).json().termsText).toBe(NASTY.trim());
      expect((await admin.get('/logo.svg')).statusCode).toBe(200);
    },
  );

  test.runIf(isThorough())('Waiting emails are sent once, and a guest enters their address again', async () => {
    const { guest, file } = await filledBackup();
    const target = await place(kinds[kind]);
    await restore(target, file);
    const smtp = await TestSmtp.start();
    const restored = await startApp({ database: target, env: { ...KEPT_KEY, SMTP_URL: smtp.url } });
    await signedIn(restored, { username: 'mira', password: PASSWORD });
    // The temporary password that waited, and the notice of Mira's sign-in on a new device.
    await smtp.mail(2);
    restored.clock.advance(1_000);
    await Promise.all([restored.outbox.work(), restored.outbox.work()]);
    const came = smtp.received.map(({ to }) => to);
    expect(came.sort()).toEqual(['mira@example.com', 'new@example.com']);
    const sameGuest = restored.client({ ip: guest.ip });
    for (const [name, value] of guest.cookies) sameGuest.cookies.set(name, value);
    expect((await sameGuest.get('/api/guest/state')).json()).toMatchObject({ email: null });
  });
});

test('What waited for a second admin waits anew after a restore, because it may have been withdrawn since', async () => {
  const database = await place();
  const env = { ...KEPT_KEY, ...WITH_KEYS };
  const app = await startApp({ database, env });
  await createAccount(app, { username: 'mallory', role: 'admin' });
  const mallory = await signedIn(app, { username: 'mallory' });
  const settings = (await mallory.get('/api/admin/settings')).json();
  await mallory.post('/api/admin/settings', { ...settings, supportContact: 'mallory@example.com' });
  const { key, id } = await makeKey(app, mallory, { scopes: ['verified:read'] });
  const soon = { in_force_at: app.clock.now() + 60_000 };
  await app.db.updateTable('setting_proposals').set(soon).execute();
  await app.db.updateTable('api_keys').set(soon).execute();
  await backup(database, fileIn(database));
  const target = await place();
  await restore(target, fileIn(database));
  const restored = await startApp({ database: target, env });
  restored.clock.advance(120_000);
  const admin = await signedIn(restored, ADMIN);
  const { supportContact, waiting } = (await admin.get('/api/admin/settings')).json();
  expect([supportContact, waiting.length]).toEqual([settings.supportContact, 1]);
  expect((await callWith(restored, key, { url: '/api/admin/verified' })).statusCode).toBe(403);
  const keys = (await admin.get('/api/admin/api-keys')).json();
  expect(keys).toMatchObject([{ id, state: 'waiting' }]);
});

test('Every table is backed up or left out for a reason', async () => {
  const app = await startApp();
  const tables = await app.db.introspection.getTables({ withInternalKyselyTables: true });
  const decided = [...CARRIED, ...Object.keys(LEFT_OUT)];
  expect(tables.map(({ name }) => name).filter((name) => !decided.includes(name))).toEqual([]);
  expect(new Set(decided).size).toBe(decided.length);
});

describe('A damaged or foreign backup file', () => {
  const shortened = (lines: string[]) => gzipSync(`${lines.join('\n')}\n`);
  const withHeader = (lines: string[], change: object) =>
    shortened([JSON.stringify({ ...JSON.parse(lines[0] as string), ...change }), ...lines.slice(1)]);

  const cases: [string, (good: Buffer, lines: string[]) => Buffer, RegExp][] = [
    ['is cut off', (good) => good.subarray(0, good.length - 20), /is damaged: its end is missing/],
    ['is cut off at a line', (_, lines) => shortened(lines.slice(0, -1)), /is damaged: its end is missing/],
    [
      'has a flipped bit',
      (good) => Buffer.from(good.map((byte, at) => (at === good.length - 60 ? byte ^ 8 : byte))),
      /is damaged/,
    ],
    [
      'has another value in a row',
      (_, lines) => shortened(lines.map((line) => line.replace('"active"', '"suspended"'))),
      /is damaged: the checksum of "table users" is wrong/,
    ],
    [
      'lacks a row',
      (_, lines) => shortened(lines.filter((line) => !line.includes('"admin"'))),
      /is damaged: the checksum of "table users" is wrong/,
    ],
    [
      'has another key',
      (_, lines) => shortened(lines.map((line, at) => (lines[at - 1] === '{"file":"secret.key"}' ? '["AAAA"]' : line))),
      /is damaged: the checksum of "file secret\.key" is wrong|The key in this backup is too short/,
    ],
    ['goes on after its end', (_, lines) => shortened([...lines, '[1]']), /is damaged: it continues after its end/],
    ['is of a newer format', (_, lines) => withHeader(lines, { version: 3 }), /made by a newer version of Gatehouse/],
    ['is something else', () => gzipSync('{"name":"gatehouse"}\n'), /is not a backup of Gatehouse/],
    ['is not packed', (_, lines) => Buffer.from(lines.join('\n')), /is damaged: it cannot be unpacked/],
  ];

  test.runIf(isThorough())('A bad file is rejected and leaves nothing behind; the good one then restores', async () => {
    const source = await place();
    const app = await startApp({ database: source, env: KEPT_KEY });
    await app.close();
    const file = fileIn(source);
    await backup(source, file);
    const good = readFileSync(file);
    const target = await place();
    const bad = fileIn(source, 'bad.gz');
    for (const [, spoil, sentence] of cases) {
      writeFileSync(bad, spoil(good, linesOf(file)));
      await expect(restore(target, bad)).rejects.toThrow(sentence);
    }
    for (const [what, spoil] of cases) {
      // Without the key at hand only the sums tell.
      writeFileSync(bad, spoil(good, linesOf(file)));
      await expect(backup(source, '--verify', bad), what).rejects.toThrow(/is damaged|newer version|is not a backup/);
    }
    const newer = { migrations: [...MIGRATIONS, '999-later'] };
    writeFileSync(bad, withHeader(linesOf(file), newer));
    await expect(restore(target, bad)).rejects.toThrow(/made by a newer version of Gatehouse \(/);
    await expect(restore(target, fileIn(source, 'none.gz'))).rejects.toThrow(/none\.gz: there is no such file\./);

    expect(readdirSync(target.env.DATA_DIR).filter((name) => name !== 'gatehouse.lock')).toEqual([]);
    await restore(target, file);
    await expect(restore(target, file)).rejects.toThrow(/already holds (?:a database|Gatehouse data)/);
    await signedIn(await startApp({ database: target, env: KEPT_KEY }), ADMIN);
    if (inject('database') === 'sqlite')
      await expect(restore(target, file)).rejects.toThrow(/another Gatehouse is running on/);
  });
});

detail('A killed restore leaves the target empty and can be run again', async () => {
  const source = await place();
  const app = await startApp({ database: source, env: KEPT_KEY });
  await createAccount(app);
  await app.close();
  const file = fileIn(source);
  await backup(source, file);
  const target = await place();
  const [checked, restored, name] = [fileIn(source, 'checked'), fileIn(source, 'restored'), fileIn(source, 'slow.gz')];
  execFileSync('mkfifo', [checked, restored]);
  symlinkSync(checked, name);
  const { child, finished } = startCommand('restore', [name], target.env);
  // The first time it reads all of the file. By then the name is that of another one.
  const first = openSync(checked, 'w');
  symlinkSync(restored, `${name}.next`);
  renameSync(`${name}.next`, name);
  writeSync(first, readFileSync(file));
  closeSync(first);
  // The second time all but the last bytes: every row is written, and only the end is missing.
  const second = openSync(restored, 'r+');
  writeSync(second, readFileSync(file).subarray(0, -10));
  await until('rows have been written', () => hasBegun(target));
  child.kill('SIGKILL');
  await finished;
  await expect(openCommandDatabase(readConfig(target.env), log)).rejects.toThrow(/holds no Gatehouse data yet/);

  await restore(target, file);
  await signedIn(await startApp({ database: target, env: KEPT_KEY }));
});

async function hasBegun({ env }: TestDatabase): Promise<boolean> {
  if (env.DATABASE_URL === undefined) {
    const draft = `${sqliteFile(env.DATA_DIR)}.restoring`;
    return existsSync(draft) && statSync(draft).size > 0;
  }
  const { pool } = openPostgres(env.DATABASE_URL, log);
  const { rows } = await pool.query(
    `select 1 from pg_locks join pg_stat_activity using (pid)
     where datname = current_database() and pid <> pg_backend_pid() and mode = 'RowExclusiveLock' limit 1`,
  );
  await pool.end();
  return rows.length > 0;
}

detail('A backup of an older version is migrated by the restore', async () => {
  const old = await place();
  const db =
    old.env.DATABASE_URL === undefined
      ? connectSqlite(sqliteFile(old.env.DATA_DIR))
      : openPostgres(old.env.DATABASE_URL, log).db;
  await migrateUpTo(db, '002-guests');
  const names = { username: 'Ångström', username_key: 'ångström', first_name: 'Anders', last_name: null };
  const rest = {
    role: 'user',
    status: 'active',
    auth_type: 'password',
    password_hash: '',
    password_state: 'own',
  } as const;
  const nothing = { email: null, email_key: null, profile_image_url: null, temporary_password: null };
  await db
    .insertInto('users')
    .values({ id: 'u1', ...names, ...rest, ...nothing, created_at: 1, updated_at: 1 } as never)
    .execute();
  await db.destroy();
  loadOrCreateSecret(old.env.DATA_DIR);
  const file = fileIn(old);
  await backup(old, file);

  const target = await place();
  await restore(target, file);
  const app = await startApp({ database: target, env: KEPT_KEY });
  const admin = await signedIn(app, ADMIN);
  const found = (await admin.get('/api/admin/users?q=ngstr&limit=10')).json() as { username: string }[];
  expect(found.map(({ username }) => username)).toEqual(['Ångström']);
});

test.runIf(isThorough())(
  'A key from the environment is not in the backup, and the restore needs the same key',
  async () => {
    const source = await place();
    const app = await startApp({ database: source });
    const admin = await signedIn(app, ADMIN);
    await admin.post('/api/admin/users', { username: 'newcomer' });
    await app.close();
    const file = fileIn(source);
    await expect(backup(source, file)).rejects.toThrow(/SECRET_KEY: is not set, and \S+ holds no key/);
    const withKey = (database: TestDatabase, key: string): TestDatabase => ({
      ...database,
      env: { ...database.env, SECRET_KEY: key } as TestDatabase['env'],
    });
    const [right, wrong] = ['a-key-for-tests-that-is-long-enough', 'another-key-that-is-long-enough-too'];
    await expect(backup(withKey(source, wrong), file)).rejects.toThrow(/SECRET_KEY: is not the key the server uses/);
    expect(existsSync(file)).toBe(false);
    await backup(withKey(source, right), file);
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain(right);
    await expect(backup(withKey(source, right), file)).rejects.toThrow(/already exists/);

    const target = await place();
    await expect(restore(target, file)).rejects.toThrow(/made with a key from the environment. Set the same key/);
    await expect(restore(withKey(target, wrong), file)).rejects.toThrow(/is not the key this backup was made with/);
    await restore(withKey(target, right), file);
    await signedIn(await startApp({ database: target }), ADMIN);
  },
);

detail('--keep deletes only the oldest of its own files and what killed backups left', async () => {
  const source = await place();
  await (await startApp({ database: source, env: KEPT_KEY })).close();
  const directory = fileIn(source, 'backups');
  mkdirSync(directory);
  const named = (day: number) => `gatehouse-2026-01-0${day}T00-00-00.000Z.jsonl.gz`;
  const partials = [`${named(4)}.77.partial`, `${named(5)}.78.partial`];
  for (const name of [named(1), named(2), named(3), ...partials, 'gatehouse-mine.jsonl.gz', 'notes.txt'])
    writeFileSync(join(directory, name), '');
  utimesSync(join(directory, partials[0] as string), 0, 0);
  expect(await backup(source, '--keep', '2')).toMatch(/\nOlder backups deleted: 2\.$/);
  const left = readdirSync(directory);
  expect(left).toHaveLength(5);
  expect(left).toEqual(expect.arrayContaining([named(3), partials[1], 'gatehouse-mine.jsonl.gz', 'notes.txt']));
});

detail('A backup is not written to a directory that does not exist', async () => {
  const source = await place();
  await (await startApp({ database: source, env: KEPT_KEY })).close();
  const directory = fileIn(source, 'not-mounted');
  await expect(backup(source, directory)).rejects.toThrow(/ is no directory\. Create it first, or name a file/);
  expect(existsSync(directory)).toBe(false);
});

detail('A backup command that cannot work prints the reason and the usage', async () => {
  const database = await place();
  const { code, stdout, stderr } = await runCommand('restore', [], database.env);
  expect([code, stdout, stderr]).toEqual([
    1,
    '',
    expect.stringMatching(/^Which backup\? Give one file\.\nUsage: npm run restore -- <file>\n/),
  ]);
  const config = readConfig(database.env);
  for (const [args, sentence] of [
    [['--keep', 'all'], /^--keep needs a whole number, 1 or more\.\nUsage: /],
    [['a', 'b'], /^Give only one file\.\nUsage: /],
    [['--keep', '1', 'x'], /^--keep is for backups in DATA_DIR\/backups only\.\nUsage: /],
    [['--verify', 'x', 'y'], /^--verify takes one file and nothing else\.\nUsage: /],
    [['--force'], /^Unknown option '--force'\.\nUsage: /],
    [['--help'], /^Usage: npm run backup /],
    [[], /holds no Gatehouse data yet\. Use the server's environment, or start it once\.$/],
  ] as const)
    await expect(backupCommand([...args], config, log)).rejects.toThrow(sentence);
});
