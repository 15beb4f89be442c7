import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { backupCommand } from '../../cli/backup.ts';
import { openCommandDatabase } from '../../cli/database.ts';
import { restoreCommand } from '../../cli/restore.ts';
import { readConfig } from '../../server/config.ts';
import { type Keys, keysFrom } from '../../server/crypto/keys.ts';
import { createLog } from '../../server/process/log.ts';
import { captchaToken, createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { asUnsigned, linesOf, summedAnew } from '../support/backup-file.ts';
import { runCommand } from '../support/command.ts';
import { newDatabase, type TestDatabase } from '../support/database.ts';
import { TestSmtp } from '../support/smtp.ts';

/** The key is in the data directory and so in the backup: an attacker who has the file can sign it again. */
const KEPT_KEY = { SECRET_KEY: '' };
const BACKUP_KEY = 'a-key-for-backups-that-is-long-enough';

const log = createLog('silent');

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  // A folder of its own, so that a test sees files written beside it.
  const DATA_DIR = join(database.env.DATA_DIR, 'data');
  mkdirSync(DATA_DIR);
  return { ...database, env: { ...database.env, DATA_DIR } };
}

const backup = ({ env }: TestDatabase, args: string[], further = {}) =>
  backupCommand(args, readConfig({ ...env, ...further }), log);
const restore = ({ env }: TestDatabase, args: string[], further = {}) =>
  restoreCommand(args, readConfig({ ...env, ...further }), log);

let source: TestDatabase;
let target: TestDatabase;
let lines: string[];
let keys: Keys;
let bad: string;

beforeEach(async () => {
  source = await emptyDatabase();
  target = await emptyDatabase();
  const app = await startApp({ database: source, env: KEPT_KEY });
  await createAccount(app);
  await app.close();
  const file = join(source.env.DATA_DIR, 'good.gz');
  await backup(source, [file]);
  lines = linesOf(file);
  keys = keysFrom(readFileSync(join(source.env.DATA_DIR, 'secret.key'), 'utf8').trim());
  bad = join(source.env.DATA_DIR, 'bad.gz');
});

async function expectNothingRestored(): Promise<void> {
  await expect(openCommandDatabase(readConfig(target.env), log)).rejects.toThrow(/holds no Gatehouse data yet/);
  expect(readdirSync(target.env.DATA_DIR).filter((name) => name !== 'gatehouse.lock')).toEqual([]);
  expect(readdirSync(join(target.env.DATA_DIR, '..'))).toEqual(['data']);
}

/** Inserts lines before the first table or before the end. */
function planted(more: readonly string[], where: 'first' | 'last' = 'last'): string[] {
  const at = where === 'last' ? lines.length - 1 : lines.findIndex((line) => line.startsWith('{"table"'));
  return lines.toSpliced(at, 0, ...more);
}

const adminId = () => {
  const users = lines.findIndex((line) => line.startsWith('{"table":"users"'));
  return (JSON.parse(lines.slice(users).find((line) => line.includes('"admin"')) as string) as string[])[0];
};

describe('A planted session of an admin', () => {
  const token = 'a-token-that-the-attacker-knows';
  const session = () => [
    JSON.stringify({
      table: 'sessions',
      columns: [
        'id',
        'token_hash',
        'user_id',
        'created_at',
        'seen_at',
        'expires_at',
        'ip_address',
        'location',
        'device',
      ],
    }),
    JSON.stringify(['s1', token, adminId(), 1, 1, 9e12, '203.0.113.1', '', '']),
  ];

  test('A restore refuses a planted session, even in a file with valid sums', async () => {
    writeFileSync(bad, summedAnew(planted(session()), keys));
    const { code, stdout, stderr } = await runCommand('restore', [bad], target.env);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      `${bad} is rejected: it has "table sessions", which does not belong there.\n`,
    ]);
    await expect(backup(source, ['--verify', bad])).rejects.toThrow(/is rejected: it has "table sessions"/);
    await expectNothingRestored();
    await restore(target, [join(source.env.DATA_DIR, 'good.gz')]);
    const app = await startApp({ database: target, env: KEPT_KEY });
    expect(await app.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test('A restore refuses a planted session in an unsigned file', async () => {
    writeFileSync(bad, asUnsigned(planted(session())));
    await expect(restore(target, ['--unsigned', bad])).rejects.toThrow(/is rejected: it has "table sessions"/);
    await expectNothingRestored();
  });
});

test('A restore refuses unknown tables, columns, files and values', async () => {
  const table = (name: string, columns = ['id']) => JSON.stringify({ table: name, columns });
  const section = (name: string) => lines.findIndex((line) => line.startsWith(`{"table":"${name}"`));
  const columns = (change: (names: string[]) => string[]) => {
    const at = section('settings');
    const { columns: names } = JSON.parse(lines[at] as string) as { columns: string[] };
    return lines.with(at, table('settings', change(names)));
  };
  const row = (name: string, change: (values: unknown[]) => unknown[]) => {
    const at = section(name) + 1;
    return lines.with(at, JSON.stringify(change(JSON.parse(lines[at] as string))));
  };
  const role = (JSON.parse(lines[section('users')] as string) as { columns: string[] }).columns.indexOf('role');
  const file = (name: string) => planted([JSON.stringify({ file: name }), '["AAAA"]'], 'first');
  const cases: [string, string[], RegExp][] = [
    ['a table that backups leave out', planted([table('guest_verifications')]), /it has "table guest_verificat/],
    ['the id of the key', planted([table('server_key', ['one', 'key_id']), '[2,"x"]']), /it has "table server_key"/],
    ['the list of migrations', planted([table('kysely_migration')]), /it has "table kysely_migration"/],
    ['a system table', planted([table('sqlite_master')]), /it has "table sqlite_master"/],
    ['SQL as a name', planted([table('users" (id) values (1); --')]), /which does not belong there/],
    ['a terminal escape', planted([table('\u001b[2J')]), /it has "table \\u001b\[2J"/],
    ['a table twice', planted([lines[section('users')] as string]), /it has "table users"/],
    ['a table before its place', planted([lines[section('outbox')] as string], 'first'), /it has "table \w+"/],
    ['a second header', planted([lines[0] as string]), /is damaged: it has an unreadable line/],
    ['a file outside the data directory', file('../evil'), /it has "file \.\.\/evil"/],
    ['a system file', file('/etc/gatehouse-evil'), /it has "file \/etc\/gatehouse-evil"/],
    ['a database', file('gatehouse.db'), /it has "file gatehouse\.db"/],
    ['a second key', file('secret.key'), /it has "file secret\.key"/],
    ['a key kept aside', file('secret.key.old'), /it has "file secret\.key\.old"/],
    ['a file after the tables', planted(['{"file":"logo.svg"}']), /it has "file logo\.svg"/],
    ['one column more', columns((names) => [...names, 'evil']), /the columns of "settings" don't match/],
    ['one column less', columns((names) => names.slice(1)), /the columns of "settings" don't match/],
    ['a column twice', columns(([first]) => [first as string, first as string]), /the columns of "settings"/],
    ['a longer row', row('users', (values) => [...values, 1]), /"users" has a row that does not fit/],
    ['a shorter row', row('users', (values) => values.slice(1)), /"users" has a row that does not fit/],
    ['an object', row('users', (values) => values.with(1, { toString: 1 })), /"users" has a row that does not fit/],
    [
      'text in place of a time',
      row('users', (values) => values.map((it) => (typeof it === 'number' ? 'x' : it))),
      /does not fit/,
    ],
    ['an unknown role', row('users', (values) => values.with(role, 'root')), /"users" has a row that does not/],
    ['a row of nulls', row('users', (values) => values.map(() => null)), /"users" has a row that does not fit/],
  ];
  for (const [what, changed, sentence] of cases) {
    writeFileSync(bad, summedAnew(changed, keys));
    await expect(restore(target, [bad]), what).rejects.toThrow(sentence);
    await expectNothingRestored();
  }
});

test('A backup has no email with a code, for a guest, an account or a registration', async () => {
  const smtp = await TestSmtp.start();
  await smtp.close();
  const env = { ...KEPT_KEY, SELF_REGISTRATION: 'true', SMTP_URL: smtp.url };
  const app = await startApp({ database: source, env });
  const mira = await signedIn(app);
  const registration = { username: 'nina', password: 'a password of mine', firstName: 'Nina', lastName: 'Berg' };
  const recaptchaToken = await captchaToken(app);
  const [guest, newAddress, registered] = ['guest@example.com', 'mira@example.com', 'nina@example.com'];
  for (const asked of [
    app.client().post('/api/user/send-verification-code', { email: guest }),
    mira.post('/api/auth/email-change', { email: newAddress }),
    app.client().post('/api/auth/register', { ...registration, email: registered, recaptchaToken }),
  ])
    expect((await asked).statusCode).toBe(200);
  const sealed = await app.db.selectFrom('outbox').select('recipient').where('sealed', 'is not', null).execute();
  expect(sealed.map(({ recipient }) => recipient)).toEqual(expect.arrayContaining([guest, newAddress, registered]));
  await app.close();
  const file = join(source.env.DATA_DIR, 'waiting.gz');
  await backup(source, [file], env);
  const saved = linesOf(file);
  const from = saved.findIndex((line) => line.startsWith('{"table":"outbox"'));
  const length = saved.slice(from + 1).findIndex((line) => line.startsWith('{'));
  const outbox = saved.slice(from + 1, from + 1 + length).join('\n');
  for (const recipient of [guest, newAddress, registered]) expect(outbox).not.toContain(recipient);
});

test('A restore refuses a planted email to a guest', async () => {
  const at = lines.findIndex((line) => line.startsWith('{"table":"outbox"'));
  const { columns } = JSON.parse(lines[at] as string) as { columns: string[] };
  const values: Record<string, unknown> = {
    id: 'm1',
    channel: 'mail',
    recipient: 'victim@example.com',
    sealed: keys.seal('{"kind":"code"}', 'outbox'),
    state: 'queued',
    attempts: 0,
    turn: 0,
    due_at: 1,
    expires_at: 9e12,
    guest_ip: '203.0.113.1',
    created_at: 1,
  };
  const mail = JSON.stringify(columns.map((name) => values[name] ?? null));
  writeFileSync(bad, summedAnew(lines.toSpliced(at + 1, 0, mail), keys));
  await expect(restore(target, [bad])).rejects.toThrow(/"outbox" has rows that don't belong in a backup/);
  await expectNothingRestored();
});

test('A restore refuses a short key and a key other than SECRET_KEY', async () => {
  const at = lines.indexOf('{"file":"secret.key"}') + 1;
  const withKey = (secret: string) => {
    const own = keysFrom(secret);
    const header = JSON.stringify({ ...JSON.parse(lines[0] as string), keyId: own.id });
    const row = JSON.stringify([Buffer.from(secret).toString('base64')]);
    return summedAnew(lines.with(0, header).with(at, row), own);
  };
  writeFileSync(bad, withKey('short'));
  await expect(restore(target, [bad])).rejects.toThrow('The key in this backup is too short.');
  writeFileSync(bad, withKey('a-key-that-the-attacker-has-chosen'));
  await expect(restore(target, [bad], { SECRET_KEY: 'a-key-of-the-environment-long-enough' })).rejects.toThrow(
    /^SECRET_KEY: is not the key this backup was made with/,
  );
  expect(await backup(target, ['--verify', bad])).toMatch(/right, but the key is in the file itself/);
  await expectNothingRestored();
});

describe('The keyed checksum', () => {
  const SECRET_KEY = 'a-key-of-the-environment-long-enough';

  test('A changed backup without the server key cannot get a valid keyed checksum', async () => {
    const database = await emptyDatabase();
    await (await startApp({ database, env: { SECRET_KEY } })).close();
    const file = join(database.env.DATA_DIR, 'good.gz');
    await backup(database, [file], { SECRET_KEY });
    const changed = linesOf(file).map((line) => line.replace('"active"', '"suspended"'));
    const wrong = /is rejected: its keyed checksum is wrong/;
    for (const forged of [summedAnew(changed, keys), summedAnew(changed, null)]) {
      writeFileSync(bad, forged);
      await expect(restore(target, [bad], { SECRET_KEY })).rejects.toThrow(wrong);
      await expect(backup(target, ['--verify', bad], { SECRET_KEY })).rejects.toThrow(wrong);
      expect(await backup(target, ['--verify', bad])).toMatch(/not encrypted; nothing proves who made it/);
    }
    writeFileSync(bad, asUnsigned(changed));
    await expect(restore(target, [bad], { SECRET_KEY })).rejects.toThrow(/has no keyed checksum: .* add --unsigned\.$/);
    await expectNothingRestored();
    expect(await backup(database, ['--verify', file], { SECRET_KEY })).toMatch(
      /not encrypted; its keyed checksum is right\.$/,
    );
    await restore(target, [file], { SECRET_KEY });
  });

  test('A backup without a keyed checksum is restored only with --unsigned', async () => {
    writeFileSync(bad, asUnsigned(lines));
    await expect(restore(target, [bad])).rejects.toThrow(/has no keyed checksum: .* add --unsigned\.$/);
    expect(await backup(source, ['--verify', bad])).toMatch(/nothing proves who made it/);
    await expectNothingRestored();
    await restore(target, ['--unsigned', bad]);
    await signedIn(await startApp({ database: target, env: KEPT_KEY }), ADMIN);
  });
});

describe('BACKUP_KEY', () => {
  const CHUNK = 64 * 1024 + 16;

  /** A backup of several chunks. */
  async function encrypted(): Promise<{ file: string; head: Buffer; chunks: Buffer[] }> {
    writeFileSync(join(source.env.DATA_DIR, 'logo.png'), randomBytes(250_000));
    const said = await backup(source, [], { BACKUP_KEY });
    expect(said).toMatch(/^\S+Z\.jsonl\.gz\.encrypted: \d+ rows, [\d,]+ bytes, [\d.]+ seconds, encrypted$/);
    const file = said.split(': ')[0] as string;
    const bytes = readFileSync(file);
    const headBytes = bytes.indexOf('\n') + 1 + 32 + 8;
    const chunks: Buffer[] = [];
    for (let at = headBytes; at < bytes.length; at += CHUNK) chunks.push(bytes.subarray(at, at + CHUNK));
    expect(chunks.length).toBeGreaterThan(3);
    return { file, head: bytes.subarray(0, headBytes), chunks };
  }

  test('An encrypted backup hides its contents and needs BACKUP_KEY', async () => {
    const { file } = await encrypted();
    const bytes = readFileSync(file);
    expect(bytes.includes(readFileSync(join(source.env.DATA_DIR, 'logo.png')).subarray(1_000, 1_064))).toBe(false);
    await expect(restore(target, [file])).rejects.toThrow(/^BACKUP_KEY: is not set, but \S+ is encrypted/);
    await expect(backup(target, ['--verify', file])).rejects.toThrow(/^BACKUP_KEY: is not set, but \S+ is encrypted/);
    await expect(restore(target, [file], { BACKUP_KEY: `${BACKUP_KEY}!` })).rejects.toThrow(
      /^BACKUP_KEY: is not the key \S+ was encrypted with/,
    );
    await expectNothingRestored();
    expect(await backup(target, ['--verify', file], { BACKUP_KEY })).toMatch(
      /, encrypted; its keyed checksum is right\.$/,
    );
    await restore(target, [file], { BACKUP_KEY });
    expect(existsSync(join(target.env.DATA_DIR, 'logo.png'))).toBe(true);
    await signedIn(await startApp({ database: target, env: KEPT_KEY }), ADMIN);
  });

  test('A restore refuses an encrypted backup that was cut, reordered, mixed or altered', async () => {
    const { file, head, chunks } = await encrypted();
    const other = readFileSync((await backup(source, [], { BACKUP_KEY })).split(': ')[0] as string);
    const [first, second, third] = chunks as [Buffer, Buffer, Buffer];
    const rest = chunks.slice(3);
    const flipped = (bytes: Buffer, at: number) => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte)));
    const whole = readFileSync(file);
    const changes: [string, Buffer[]][] = [
      ['cut at a chunk', [head, first, second]],
      ['cut inside a chunk', [whole.subarray(0, -1)]],
      ['cut to its head', [head]],
      ['cut in its head', [head.subarray(0, -10)]],
      ['chunks swapped', [head, second, first, third, ...rest]],
      ['a chunk left out', [head, first, third, ...rest]],
      ['a chunk doubled', [head, first, first, second, third, ...rest]],
      ['a byte added', [whole, Buffer.from('x')]],
      ['the end added again', [whole, rest.at(-1) as Buffer]],
      [
        'a chunk from another file',
        [head, first, other.subarray(head.length + CHUNK, head.length + 2 * CHUNK), third, ...rest],
      ],
      ['a changed salt', [flipped(whole, head.length - 20)]],
      ...[head.length, head.length + CHUNK - 1, whole.length - 1].map((at): [string, Buffer[]] => [
        `byte ${at}`,
        [flipped(whole, at)],
      ]),
    ];
    for (const [what, parts] of changes) {
      writeFileSync(bad, Buffer.concat(parts));
      const sentence = /is damaged: it was changed or cut off after|^BACKUP_KEY: is not the key/;
      await expect(restore(target, [bad], { BACKUP_KEY }), what).rejects.toThrow(sentence);
      await expect(backup(source, ['--verify', bad], { BACKUP_KEY }), what).rejects.toThrow(sentence);
    }
    await expectNothingRestored();
  });

  test('With BACKUP_KEY set, a restore refuses an unencrypted file', async () => {
    for (const forged of [summedAnew(lines, keys), asUnsigned(lines)]) {
      writeFileSync(bad, forged);
      await expect(restore(target, ['--unsigned', bad], { BACKUP_KEY })).rejects.toThrow(
        /^BACKUP_KEY: is set, but \S+ is not encrypted/,
      );
    }
    await expectNothingRestored();
  });

  test('The option --keep counts encrypted and plain backups together, and a plain backup warns about its contents', async () => {
    await encrypted();
    expect(await backup(source, ['--keep', '1'])).toMatch(
      /\nThis file is not encrypted and holds the server key and everything it can decrypt: keep it as safe as the server, or set BACKUP_KEY\.\nOlder backups deleted: 1\.$/,
    );
    const directory = join(source.env.DATA_DIR, 'backups');
    expect(readdirSync(directory)).toEqual([expect.stringMatching(/Z\.jsonl\.gz$/)]);
    await backup(source, ['--keep', '1'], { BACKUP_KEY });
    expect(readdirSync(directory)).toEqual([expect.stringMatching(/Z\.jsonl\.gz\.encrypted$/)]);
  });
});

test.runIf(inject('everything') && inject('database') === 'sqlite')(
  'A restore refuses an endless line and an oversized file',
  async () => {
    const long = gzipSync(`${lines[0]}\n{"table":"${'x'.repeat(20 * 1024 * 1024)}`);
    expect(long.length).toBeLessThan(100_000);
    writeFileSync(bad, long);
    await expect(restore(target, [bad])).rejects.toThrow(/is damaged: it has a line without an end/);
    const chunk = JSON.stringify([Buffer.alloc(4 * 1024 * 1024).toString('base64')]);
    const logo = ['{"file":"logo.png"}', ...Array.from({ length: 17 }, () => chunk)];
    writeFileSync(bad, summedAnew(planted(logo, 'first'), keys));
    await expect(restore(target, [bad])).rejects.toThrow(/"logo\.png" in it is too large/);
    await expectNothingRestored();
  },
);
