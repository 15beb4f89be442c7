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
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { asUnsigned, linesOf, summedAnew } from '../support/backup-file.ts';
import { runCommand } from '../support/command.ts';
import { newDatabase, type TestDatabase } from '../support/database.ts';

/** With the key in the data directory, and so in the backup: whoever can write the file can sum it anew. */
const KEPT_KEY = { SECRET_KEY: '' };
const BACKUP_KEY = 'a-key-for-backups-that-is-long-enough';

const log = createLog('silent');

async function place(): Promise<TestDatabase> {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  // Tests of files look around in it.
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
  source = await place();
  target = await place();
  const app = await startApp({ database: source, env: KEPT_KEY });
  await createAccount(app);
  await app.close();
  const file = join(source.env.DATA_DIR, 'good.gz');
  await backup(source, [file]);
  lines = linesOf(file);
  keys = keysFrom(readFileSync(join(source.env.DATA_DIR, 'secret.key'), 'utf8').trim());
  bad = join(source.env.DATA_DIR, 'bad.gz');
});

async function expectNothingThere(): Promise<void> {
  await expect(openCommandDatabase(readConfig(target.env), log)).rejects.toThrow(/holds no Gatehouse yet/);
  expect(readdirSync(target.env.DATA_DIR).filter((name) => name !== 'gatehouse.lock')).toEqual([]);
  expect(readdirSync(join(target.env.DATA_DIR, '..'))).toEqual(['data']);
}

/** Puts lines in before the first table, or before the end. */
function planted(more: readonly string[], where: 'first' | 'last' = 'last'): string[] {
  const at = where === 'last' ? lines.length - 1 : lines.findIndex((line) => line.startsWith('{"table"'));
  return lines.toSpliced(at, 0, ...more);
}

const adminId = () => {
  const users = lines.findIndex((line) => line.startsWith('{"table":"users"'));
  return (JSON.parse(lines.slice(users).find((line) => line.includes('"admin"')) as string) as string[])[0];
};

describe('a planted session of an admin', () => {
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

  test('comes to nothing, even with right sums and with the key that is in the file', async () => {
    writeFileSync(bad, summedAnew(planted(session()), keys));
    const { code, stdout, stderr } = await runCommand('restore', [bad], target.env);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      `${bad} is refused: it brings "table sessions", which no backup has there.\n`,
    ]);
    await expect(backup(source, ['--verify', bad])).rejects.toThrow(/is refused: it brings "table sessions"/);
    await expectNothingThere();
    await restore(target, [join(source.env.DATA_DIR, 'good.gz')]);
    const app = await startApp({ database: target, env: KEPT_KEY });
    expect(await app.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test('neither as an older version would have taken it', async () => {
    writeFileSync(bad, asUnsigned(planted(session())));
    await expect(restore(target, ['--unsigned', bad])).rejects.toThrow(/is refused: it brings "table sessions"/);
    await expectNothingThere();
  });
});

test('nothing is taken that a restore does not name: tables, columns, files, values', async () => {
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
    ['a table of ours that is not carried', planted([table('guest_verifications')]), /brings "table guest_verificat/],
    ['the id of the key', planted([table('server_key', ['one', 'key_id']), '[2,"x"]']), /brings "table server_key"/],
    ['the list of migrations', planted([table('kysely_migration')]), /brings "table kysely_migration"/],
    ['a table of the database', planted([table('sqlite_master')]), /brings "table sqlite_master"/],
    ['a statement for a name', planted([table('users" (id) values (1); --')]), /which no backup has there/],
    ['letters for the terminal', planted([table('\u001b[2J')]), /brings "table \\u001b\[2J"/],
    ['a table twice', planted([lines[section('users')] as string]), /brings "table users"/],
    ['a table before its place', planted([lines[section('outbox')] as string], 'first'), /brings "table \w+"/],
    ['a second header', planted([lines[0] as string]), /is damaged: it has a line that means nothing/],
    ['a file beside', file('../evil'), /brings "file \.\.\/evil"/],
    ['a file of the system', file('/etc/gatehouse-evil'), /brings "file \/etc\/gatehouse-evil"/],
    ['a database', file('gatehouse.db'), /brings "file gatehouse\.db"/],
    ['a second key', file('secret.key'), /brings "file secret\.key"/],
    ['a key kept aside', file('secret.key.old'), /brings "file secret\.key\.old"/],
    ['a file after the tables', planted(['{"file":"logo.svg"}']), /brings "file logo\.svg"/],
    ['one column more', columns((names) => [...names, 'evil']), /the columns of "settings" are not the ones/],
    ['one column less', columns((names) => names.slice(1)), /the columns of "settings" are not the ones/],
    ['a column twice', columns(([first]) => [first as string, first as string]), /the columns of "settings"/],
    ['a longer row', row('users', (values) => [...values, 1]), /"users" has a row that does not fit/],
    ['a shorter row', row('users', (values) => values.slice(1)), /"users" has a row that does not fit/],
    ['an object', row('users', (values) => values.with(1, { toString: 1 })), /"users" has a row that does not fit/],
    [
      'a text for a time',
      row('users', (values) => values.map((it) => (typeof it === 'number' ? 'x' : it))),
      /does not fit/,
    ],
    [
      'a role that there is not',
      row('users', (values) => values.with(role, 'root')),
      /"users" has a row that does not/,
    ],
    ['nobody', row('users', (values) => values.map(() => null)), /"users" has a row that does not fit/],
  ];
  for (const [what, changed, sentence] of cases) {
    writeFileSync(bad, summedAnew(changed, keys));
    await expect(restore(target, [bad]), what).rejects.toThrow(sentence);
    await expectNothingThere();
  }
});

test('mail to guests, which no backup has, is not sent by the restored place', async () => {
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
  await expect(restore(target, [bad])).rejects.toThrow(/"outbox" has rows that no backup has/);
  await expectNothingThere();
});

test('a key that is none, and another one than this place has, are refused', async () => {
  const at = lines.indexOf('{"file":"secret.key"}') + 1;
  const withKey = (secret: string) => {
    const own = keysFrom(secret);
    const header = JSON.stringify({ ...JSON.parse(lines[0] as string), keyId: own.id });
    const row = JSON.stringify([Buffer.from(secret).toString('base64')]);
    return summedAnew(lines.with(0, header).with(at, row), own);
  };
  writeFileSync(bad, withKey('short'));
  await expect(restore(target, [bad])).rejects.toThrow('The key in this backup is too short to be one.');
  writeFileSync(bad, withKey('a-key-that-the-attacker-has-chosen'));
  await expect(restore(target, [bad], { SECRET_KEY: 'a-key-of-the-environment-long-enough' })).rejects.toThrow(
    /^SECRET_KEY: is not the key that this backup was made with/,
  );
  expect(await backup(target, ['--verify', bad])).toMatch(/right by the key that is in the file itself/);
  await expectNothingThere();
});

describe('the keyed sum', () => {
  const SECRET_KEY = 'a-key-of-the-environment-long-enough';

  test('proves a backup without the key in it: whoever changes it cannot sum it anew', async () => {
    const database = await place();
    await (await startApp({ database, env: { SECRET_KEY } })).close();
    const file = join(database.env.DATA_DIR, 'good.gz');
    await backup(database, [file], { SECRET_KEY });
    const changed = linesOf(file).map((line) => line.replace('"active"', '"suspended"'));
    const wrong = /is refused: its keyed sum is wrong/;
    for (const forged of [summedAnew(changed, keys), summedAnew(changed, null)]) {
      writeFileSync(bad, forged);
      await expect(restore(target, [bad], { SECRET_KEY })).rejects.toThrow(wrong);
      await expect(backup(target, ['--verify', bad], { SECRET_KEY })).rejects.toThrow(wrong);
      expect(await backup(target, ['--verify', bad])).toMatch(/not encrypted; nothing proves who made it/);
    }
    writeFileSync(bad, asUnsigned(changed));
    await expect(restore(target, [bad], { SECRET_KEY })).rejects.toThrow(/has no keyed sum: .* add --unsigned\.$/);
    await expectNothingThere();
    expect(await backup(database, ['--verify', file], { SECRET_KEY })).toMatch(
      /not encrypted; its keyed sum is right\.$/,
    );
    await restore(target, [file], { SECRET_KEY });
  });

  test('is missing in a file of the version before, which is taken only on purpose', async () => {
    writeFileSync(bad, asUnsigned(lines));
    await expect(restore(target, [bad])).rejects.toThrow(/has no keyed sum: .* add --unsigned\.$/);
    expect(await backup(source, ['--verify', bad])).toMatch(/nothing proves who made it/);
    await expectNothingThere();
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

  test('encrypts: nothing of ours is in the file, and it works where the key is', async () => {
    const { file } = await encrypted();
    const bytes = readFileSync(file);
    expect(bytes.includes(readFileSync(join(source.env.DATA_DIR, 'logo.png')).subarray(1_000, 1_064))).toBe(false);
    await expect(restore(target, [file])).rejects.toThrow(/^BACKUP_KEY: is not set, and \S+ is encrypted/);
    await expect(backup(target, ['--verify', file])).rejects.toThrow(/^BACKUP_KEY: is not set, and \S+ is encrypted/);
    await expect(restore(target, [file], { BACKUP_KEY: `${BACKUP_KEY}!` })).rejects.toThrow(
      /^BACKUP_KEY: is not the key that \S+ was encrypted with/,
    );
    await expectNothingThere();
    expect(await backup(target, ['--verify', file], { BACKUP_KEY })).toMatch(/, encrypted; its keyed sum is right\.$/);
    await restore(target, [file], { BACKUP_KEY });
    expect(existsSync(join(target.env.DATA_DIR, 'logo.png'))).toBe(true);
    await signedIn(await startApp({ database: target, env: KEPT_KEY }), ADMIN);
  });

  test('notices every change: cut, moved, left out, doubled, added, from another file, any bit', async () => {
    const { file, head, chunks } = await encrypted();
    const other = readFileSync((await backup(source, [], { BACKUP_KEY })).split(': ')[0] as string);
    const [first, second, third] = chunks as [Buffer, Buffer, Buffer];
    const rest = chunks.slice(3);
    const flipped = (bytes: Buffer, at: number) => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte)));
    const whole = readFileSync(file);
    const changes: [string, Buffer[]][] = [
      ['cut at a chunk', [head, first, second]],
      ['cut inside of one', [whole.subarray(0, -1)]],
      ['cut to its head', [head]],
      ['cut in its head', [head.subarray(0, -10)]],
      ['moved', [head, second, first, third, ...rest]],
      ['left out', [head, first, third, ...rest]],
      ['doubled', [head, first, first, second, third, ...rest]],
      ['added', [whole, Buffer.from('x')]],
      ['the end added again', [whole, rest.at(-1) as Buffer]],
      [
        'from another file',
        [head, first, other.subarray(head.length + CHUNK, head.length + 2 * CHUNK), third, ...rest],
      ],
      ['the salt', [flipped(whole, head.length - 20)]],
      ...[head.length, head.length + CHUNK - 1, whole.length - 1].map((at): [string, Buffer[]] => [
        `byte ${at}`,
        [flipped(whole, at)],
      ]),
    ];
    for (const [what, parts] of changes) {
      writeFileSync(bad, Buffer.concat(parts));
      const sentence = /is damaged: it was changed or cut after|^BACKUP_KEY: is not the key/;
      await expect(restore(target, [bad], { BACKUP_KEY }), what).rejects.toThrow(sentence);
      await expect(backup(source, ['--verify', bad], { BACKUP_KEY }), what).rejects.toThrow(sentence);
    }
    await expectNothingThere();
  });

  test('is asked for: a file that somebody made without it is not taken in its place', async () => {
    for (const forged of [summedAnew(lines, keys), asUnsigned(lines)]) {
      writeFileSync(bad, forged);
      await expect(restore(target, ['--unsigned', bad], { BACKUP_KEY })).rejects.toThrow(
        /^BACKUP_KEY: is set, but \S+ is not encrypted/,
      );
    }
    await expectNothingThere();
  });

  test('is kept to by --keep, and a backup without it says what it holds', async () => {
    await encrypted();
    expect(await backup(source, ['--keep', '1'])).toMatch(
      /\nThis file is not encrypted and holds the server key and everything that it opens: keep it as safe as the server, or set BACKUP_KEY\.$/,
    );
    const directory = join(source.env.DATA_DIR, 'backups');
    expect(readdirSync(directory)).toEqual([expect.stringMatching(/Z\.jsonl\.gz$/)]);
    await backup(source, ['--keep', '1'], { BACKUP_KEY });
    expect(readdirSync(directory)).toEqual([expect.stringMatching(/Z\.jsonl\.gz\.encrypted$/)]);
  });
});

test.runIf(inject('database') === 'sqlite')(
  'a line that never ends, and a file that grows, are not read into memory',
  async () => {
    const long = gzipSync(`${lines[0]}\n{"table":"${'x'.repeat(20 * 1024 * 1024)}`);
    expect(long.length).toBeLessThan(100_000);
    writeFileSync(bad, long);
    await expect(restore(target, [bad])).rejects.toThrow(/is damaged: it has a line without an end/);
    const chunk = JSON.stringify([Buffer.alloc(4 * 1024 * 1024).toString('base64')]);
    const logo = ['{"file":"logo.png"}', ...Array.from({ length: 17 }, () => chunk)];
    writeFileSync(bad, summedAnew(planted(logo, 'first'), keys));
    await expect(restore(target, [bad])).rejects.toThrow(/"logo\.png" in it is too large/);
    await expectNothingThere();
  },
);
