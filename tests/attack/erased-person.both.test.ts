import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { backupCommand } from '../../cli/backup.ts';
import { restoreCommand } from '../../cli/restore.ts';
import type { MyData, PersonErased, PersonExport, PersonFound } from '../../contract/people/people.ts';
import { readConfig } from '../../server/config.ts';
import type { Tables, Trx } from '../../server/db/tables.ts';
import { findPerson } from '../../server/features/people/person.ts';
import { countAt, placesOf } from '../../server/features/people/rows.ts';
import { RULES, TABLES } from '../../server/features/people/rules.ts';
import { COMMAND_LINE } from '../../server/features/users/changes.ts';
import { createLog } from '../../server/process/log.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, TEST_KEY, type TestApp } from '../support/app.ts';
import { verify, WHOLE } from '../support/audit.ts';
import { linesOf } from '../support/backup-file.ts';
import { newDatabase, type TestDatabase } from '../support/database.ts';
import { guestIdOf, reportPage } from '../support/guest-in-flow.ts';
import type { HttpClient } from '../support/http-client.ts';
import { smallJpeg } from '../support/jpeg.ts';
import { confirm, deleteMyData, mailbox, mailedCode } from '../support/mailed-code.ts';
import { until } from '../support/process.ts';
import { addPasskey, addTotp } from '../support/second-factor.ts';
import { TestSmtp } from '../support/smtp.ts';

const EMAIL = 'Zebulonique.Quaxtrembly@example.com';
const EARLIER = 'quaxtrembly-before@example.com';
const NEXT = 'quaxtrembly-next@example.com';
const USERNAME = 'quax-canary';
const IP = '203.0.113.77';
const AGENT = 'CanaryBrowser/9.9 (Quaxtrembly edition)';
const PROFILE = {
  phone: '+41 79 987 65 43',
  bio: 'Collects vintage theremins in Quaxhausen',
  address: 'Theremin Lane 77',
  city: 'Quaxhausen',
  country: 'Switzerland',
  dateOfBirth: '1987-06-05',
};
const CANARIES = [
  'zebulonique',
  'quaxtrembly',
  'quax-canary',
  'canarybrowser',
  'theremin',
  'quaxhausen',
  '987 65 43',
  '1987-06-05',
  'canary-subject',
];
const OTHER = 'somebody-else@example.com';

const people = async <Answer>(client: HttpClient, path: string, email = EMAIL, more = {}): Promise<Answer> => {
  const answer = await client.post(`/api/admin/people/${path}`, { email, ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const erase = (client: HttpClient, email = EMAIL) => people<PersonErased>(client, 'erase', email);
/** A user who did everything, through the product; where that takes days or other services, by rows. */
async function canary(app: TestApp, admin: HttpClient) {
  const user = await createAccount(app, {
    username: USERNAME,
    email: EARLIER,
    firstName: 'Zebulonique',
    lastName: 'Quaxtrembly',
  });
  const edited = await admin.request({
    method: 'PATCH',
    url: `/api/admin/users/${user.id}`,
    payload: { email: EMAIL, firstName: 'Zebulonique', lastName: 'Quaxtrembly' },
  });
  expect(edited.statusCode, edited.body).toBe(200);
  const page = app.client({ ip: IP, userAgent: AGENT });
  const own = await signedIn(app, { username: USERNAME });
  for (const [name, value] of own.cookies) page.cookies.set(name, value);
  const { dateOfBirth, ...profile } = PROFILE;
  const saved = await page.request({ method: 'PATCH', url: '/api/user/profile', payload: { ...profile, dateOfBirth } });
  expect(saved.statusCode, saved.body).toBe(200);
  const picture = { picture: smallJpeg().toString('base64') };
  expect((await page.request({ method: 'PUT', url: '/api/user/picture', payload: picture })).statusCode).toBe(200);
  await addTotp(app, page);
  await addPasskey(page, 'Key of Quaxtrembly');
  expect((await page.post('/api/auth/email-change', { email: NEXT })).statusCode).toBe(200);
  const sent = await admin.post('/api/admin/redirects', {
    userId: user.id,
    destinationPath: '/profile/update-details',
    reason: 'Zebulonique asked',
    isPersistent: true,
  });
  expect(sent.statusCode, sent.body).toBe(200);
  await page.get('/api/user/check-redirect');
  await admin.get(`/api/admin/users.csv?q=${encodeURIComponent(EMAIL)}`);
  await admin.post('/api/admin/views', { name: 'One user', path: '/admin/users', query: `q=${USERNAME}` });

  const guest = app.client({ ip: IP, userAgent: AGENT });
  await guest.get('/api/guest/state');
  await reportPage(guest, 'Email Entry Page');
  await guest.post('/api/guest/submit-email', { email: EMAIL });
  const code = await mailedCode(app, guest, EMAIL);
  await reportPage(guest, 'Verify Code Page');
  await guest.post('/api/guest/help', { reason: 'no_mail' });
  await app.presence.settle();
  const guestId = guestIdOf(app, guest);
  expect((await admin.post('/api/admin/guest-prompt', { guestId, prompt: 'code' })).statusCode).toBe(200);
  await guest.get('/api/guest/check-prompt');
  expect((await guest.post('/api/user/verify-code', { email: EMAIL, code })).statusCode).toBe(200);
  await guest.post('/api/guest/help', { reason: 'code_refused' });
  await admin.post(`/api/admin/guests/${guestId}/claim`, {});
  const secret = String(guest.cookies.get('guest')).split('.', 1)[0] as string;
  await byRows(app, { userId: user.id, guestId, secret });
  await app.presence.settle();
  await app.notifications.settle();
  return { user, page, guest, guestId };
}

interface Ids {
  readonly userId: string;
  readonly guestId: string;
  readonly secret: string;
}

async function byRows({ db, clock, keys }: TestApp, { userId, guestId, secret }: Ids): Promise<void> {
  const now = clock.now();
  const key = EMAIL.toLowerCase();
  await db
    .insertInto('oidc_links')
    .values({ user_id: userId, issuer: 'https://login.example', subject: 'canary-subject', linked_at: now })
    .execute();
  await db.insertInto('terms_acceptances').values({ user_id: userId, version: 'v1', accepted_at: now }).execute();
  const waits = { token_hash: 'waits', password_then: '', password_hash: '', tries: 0, expires_at: now + 60_000 };
  await db
    .insertInto('begun_sign_ins')
    .values({ user_id: userId, ...waits })
    .execute();
  await db.insertInto('admin_preferences').values({ user_id: userId }).execute();
  const view = { id: 'v1', path: '/admin/users', name: 'Theremins', query: 'standing=suspended' };
  await db
    .insertInto('saved_views')
    .values({ user_id: userId, ...view })
    .execute();
  const apiKey = {
    scopes: '["users:read"]',
    networks: '[]',
    created_at: now,
    expires_at: now + 60_000,
    in_force_at: now,
  };
  const { id: others } = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('api_keys')
    .values([
      { id: 'k1', name: 'Theremins', user_id: userId, secret_hash: 'none', ...apiKey },
      { id: 'k2', name: 'Sync', user_id: others, secret_hash: 'other', confirmed_by: USERNAME, ...apiKey },
    ])
    .execute();
  await db.insertInto('notification_marks').values({ user_id: userId, mark: 0 }).execute();
  await db.insertInto('notification_reads').values({ user_id: userId, seq: 1, type: 'page_view' }).execute();
  await db
    .insertInto('registrations')
    .values({
      id: 'r1',
      email: EMAIL,
      email_key: key,
      username: 'quaxtrembly-again',
      first_name: 'Zebulonique',
      last_name: 'Quaxtrembly',
      password_hash: 'none',
      token_hash: 'none',
      expires_at: now + 60_000,
      guest_id: null,
    })
    .execute();
  await db
    .insertInto('gate_passes')
    .values({ guest_secret: secret, jti: 'j1', sub: 'canary-subject', claims: `{"name":"Zebulonique"}`, used_at: now })
    .execute();
  const times = { due_at: now, expires_at: now + 60_000, created_at: now };
  const text = 'Zebulonique Quaxtrembly signed in';
  const waiting = { sealed: keys.seal(JSON.stringify({ text, about: userId }), 'outbox') };
  await db
    .insertInto('outbox')
    .values([
      { id: 'hook', channel: 'webhook', recipient: EMAIL, state: 'failed', attempts: 9, ...waiting, ...times },
      ...[userId, guestId].map((person) => ({
        id: `event-${person}`,
        channel: 'events' as const,
        recipient: '',
        person,
        state: 'failed' as const,
        attempts: 9,
        ...waiting,
        ...times,
      })),
      {
        id: 'chat',
        channel: 'chat',
        recipient: '42',
        state: 'queued',
        attempts: 0,
        ...waiting,
        ...times,
        due_at: now * 2,
      },
    ])
    .execute();
}

/** Where any of these texts stands, in every table and column there is. */
async function found({ db }: TestApp, texts: readonly string[], except: readonly string[] = []): Promise<string[]> {
  const places = new Set<string>();
  for (const { name, columns } of await db.introspection.getTables()) {
    // The inside of the search index is read as a file, below.
    if (name.startsWith('user_search') || except.includes(name)) continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    for (const row of rows)
      for (const column of columns) {
        const value = String(row[column.name] ?? '').toLowerCase();
        for (const text of texts) if (value.includes(text.toLowerCase())) places.add(`${name}.${column.name}: ${text}`);
      }
  }
  return [...places].sort();
}

function inFiles({ env }: TestDatabase, texts: readonly string[]): string[] {
  const files = readdirSync(env.DATA_DIR, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const contents = readFileSync(join(entry.parentPath, entry.name)).toString('latin1').toLowerCase();
    return texts.filter((text) => contents.includes(text.toLowerCase())).map((text) => `${entry.name}: ${text}`);
  });
}

const config = ({ env }: TestDatabase) => readConfig({ ...env, SECRET_KEY: TEST_KEY });
const log = createLog('silent');

async function backUp(app: TestApp): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-erased-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'backup.gz');
  await backupCommand([file], config(app.database), log);
  return file;
}

test('Every table and column of the database has a rule, and every rule a table and column', async () => {
  const { db } = await startApp();
  const tables = (await db.introspection.getTables()).filter(({ name }) => !name.startsWith('user_search'));
  const columnsOf = (columns: readonly { name: string }[]) => columns.map(({ name }) => name).sort();
  expect(Object.fromEntries(tables.map(({ name, columns }) => [name, columnsOf(columns)]))).toEqual(
    Object.fromEntries(
      TABLES.map((table) => [table, [...Object.keys(RULES[table].columns), ...(UNUSED_COLUMNS[table] ?? [])].sort()]),
    ),
  );
});

/** Columns that no version reads any more. */
const UNUSED_COLUMNS: Partial<Record<keyof Tables, readonly string[]>> = {
  notification_totals: ['unread'],
  notifications: ['caused_by'],
};

describe('An erased person', () => {
  test('is in no table, no file, no mailbox and no new backup, and the audit trail is intact', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const { user, page, guestId } = await canary(app, admin);
    const person = await findPerson(app.db, app.keys, EMAIL, 'staff');
    for (const place of placesOf(person).filter(({ stays }) => stays === undefined))
      expect((await countAt(app.db, place)).count, `${place.table} has nothing to erase`).toBeGreaterThan(0);
    const ids = [user.id, guestId, IP];
    expect(await found(app, [...CANARIES, ...ids])).not.toEqual([]);
    if (inject('database') === 'sqlite') expect(inFiles(app.database, CANARIES)).not.toEqual([]);

    const { found: kinds, account, refusal } = await people<PersonFound>(admin, 'search');
    expect([account, refusal]).toEqual([{ id: user.id, username: USERNAME, role: 'user' }, null]);
    const searched = kinds.map(({ kind }) => kind);
    const outcome = await erase(admin);
    expect(outcome.erased.map(({ kind }) => kind).sort()).toEqual(searched.filter((kind) => kind !== 'audit').sort());
    expect(outcome.stayed).toMatchObject([{ kind: 'audit', reason: 'audit', until: expect.any(String) }]);

    expect((await page.get('/api/auth/user')).statusCode).toBe(401);
    await app.presence.settle();
    await app.notifications.settle();
    await app.erasures.settle();
    expect(await found(app, [...CANARIES, ...ids], ['limit_counts'])).toEqual([]);
    expect(mailbox(app).filter(({ recipient }) => recipient.toLowerCase().includes('quaxtrembly'))).toEqual([]);
    if (inject('database') === 'sqlite') expect(inFiles(app.database, CANARIES)).toEqual([]);
    for (const url of ['users', 'activity', 'guests', 'notifications', 'verified', 'audit'])
      expect((await admin.get(`/api/admin/${url}?limit=1000`)).body.toLowerCase()).not.toMatch(
        /zebulonique|quaxtrembly|quax-canary/,
      );
    const lines = linesOf(await backUp(app))
      .join('\n')
      .toLowerCase();
    expect(CANARIES.filter((text) => lines.includes(text))).toEqual([]);
    await app.audit.link();
    expect(await verify(app.database)).toMatch(WHOLE);
  });

  test('gets everything that is stored before, without secrets and without staff', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    await canary(app, admin);
    const { sections } = await people<PersonExport>(admin, 'export');
    const text = JSON.stringify(sections);
    for (const value of [USERNAME, EMAIL, ...Object.values(PROFILE), 'Key of Quaxtrembly', IP])
      expect(text).toContain(value);
    const rows = await app.db.selectFrom('users').selectAll().execute();
    const passkeys = await app.db.selectFrom('passkeys').selectAll().execute();
    const codes = await app.db.selectFrom('guest_verifications').selectAll().execute();
    const secrets = [
      ...rows.map(({ password_hash }) => password_hash),
      ...passkeys.flatMap(({ credential_id, public_key }) => [credential_id, public_key]),
      ...codes.map(({ guest_secret }) => guest_secret),
    ];
    for (const secret of [...secrets, ADMIN.username]) expect(text).not.toContain(`"${secret}"`);
    const entries = await app.db
      .selectFrom('activity')
      .select('details')
      .where('kind', '=', 'person downloaded')
      .execute();
    expect(entries.map(({ details }) => JSON.parse(details ?? '').person)).toEqual(['z…y@e…e.com']);
  });

  test('does not take others along who share the IP address or the browser', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const [theirs, shared, halted] = [app.client({ ip: IP }), app.client({ ip: IP }), app.client({ ip: IP })];
    await reportPage(theirs, 'Email Entry Page');
    await confirm(app, theirs, OTHER);
    await reportPage(shared, 'Email Entry Page');
    await confirm(app, shared, 'shared@example.com');
    await confirm(app, shared, EMAIL);
    app.clock.advance(61_000);
    await reportPage(halted, 'Email Entry Page');
    await confirm(app, halted, EMAIL);
    await halted.post('/api/guest/help', { reason: 'told_to_come' });
    await app.presence.settle();
    await app.notifications.settle();
    const entriesOf = async (client: HttpClient) => {
      const entries = app.db
        .selectFrom('activity')
        .select(['action', 'details'])
        .where('guest_id', '=', guestIdOf(app, client));
      return (await entries.orderBy('id').execute()).map(({ action, details }) => `${action} ${details}`);
    };
    const before = [await entriesOf(theirs), await entriesOf(shared)] as const;
    const { stayed } = await erase(admin);
    expect(stayed).toContainEqual({ kind: 'help', reason: 'halt', count: 1, until: null });
    await app.presence.settle();

    const isTheirs = (entry: string) => entry.toLowerCase().includes(EMAIL.toLowerCase());
    expect([await entriesOf(theirs), await entriesOf(shared)]).toEqual([
      before[0],
      before[1].filter((entry) => !isTheirs(entry)),
    ]);
    expect(await found(app, [EMAIL])).toEqual([]);
    const left = await app.db.selectFrom('verified_addresses').select('email').execute();
    expect(left.map(({ email }) => email).sort()).toEqual(['shared@example.com', OTHER]);
    expect(app.help.isHalted(guestIdOf(app, halted))).toBe(true);
    expect(await entriesOf(halted)).toEqual([]);
    expect((await theirs.get('/api/guest/state')).json()).toMatchObject({ email: OTHER });
  });

  test('cannot confirm with a code that was sent before', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const guest = app.client();
    await reportPage(guest, 'Email Entry Page');
    const code = await mailedCode(app, guest, EMAIL);
    const [erased, verified] = await Promise.all([
      admin.post('/api/admin/people/erase', { email: EMAIL }),
      guest.post('/api/user/verify-code', { email: EMAIL, code }),
    ]);
    expect(erased.statusCode, erased.body).toBe(200);
    // Before it, and then erased with everything else, or afterwards.
    expect([200, 400]).toContain(verified.statusCode);
    await app.notifications.settle();
    expect(await found(app, [EMAIL])).toEqual([]);
    const late = await guest.post('/api/user/verify-code', { email: EMAIL, code });
    expect(late.json()).toMatchObject({ error: 'code_refused' });
    expect(await found(app, [EMAIL])).toEqual([]);
  });

  test('stays erased when an older backup is restored', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const app = await startApp({ database });
    const admin = await signedIn(app, ADMIN);
    await canary(app, admin);
    const file = await backUp(app);
    await createAccount(app, { username: 'another', email: OTHER });
    await erase(admin);
    await app.close();

    const target = await newDatabase();
    onTestFinished(() => target.remove());
    // The list is what is left of the old place.
    copyFileSync(join(database.env.DATA_DIR, 'erasures.list'), join(dirname(file), 'erasures.list'));
    await restoreCommand([file], config(target), log);
    const restored = await startApp({ database: target });
    expect(await found(restored, CANARIES)).toEqual([]);
    expect(restored.logged.join('')).toContain('erasures from after the restored backup were repeated');
    const rows = await restored.db.selectFrom('erasures').select('ended_at').execute();
    expect(rows.every(({ ended_at }) => ended_at !== null)).toBe(true);
    await restored.audit.link();
    expect(await verify(target)).toMatch(WHOLE);
  });

  test('stays erased where a backup has only the log, and an account also when a guest was erased later', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const app = await startApp({ database });
    const admin = await signedIn(app, ADMIN);
    await createAccount(app, { username: USERNAME, email: EMAIL });
    await confirm(app, app.client(), OTHER);
    // As retention leaves it.
    for (const table of ['verified_addresses', 'guest_verifications', 'outbox'] as const)
      await app.db.deleteFrom(table).execute();
    await app.notifications.settle();
    const file = await backUp(app);
    await erase(admin);
    await erase(admin, OTHER);
    const guest = app.client();
    await confirm(app, guest, EMAIL);
    expect((await deleteMyData(guest)).statusCode).toBe(200);
    await app.close();

    const target = await newDatabase();
    onTestFinished(() => target.remove());
    copyFileSync(join(database.env.DATA_DIR, 'erasures.list'), join(dirname(file), 'erasures.list'));
    await restoreCommand([file], config(target), log);
    const restored = await startApp({ database: target });
    expect(await found(restored, [EMAIL, OTHER, USERNAME])).toEqual([]);
    const erased = restored.db.selectFrom('activity').select('user_id').where('kind', '=', 'person erased');
    expect(await erased.execute()).toEqual([{ user_id: 'command_line' }, { user_id: 'command_line' }]);
  });

  test('is not in the news of an email that fails afterwards', async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url } });
    const admin = await signedIn(app, ADMIN);
    smtp.behaviour = 'slow';
    const asked = app.client().post('/api/user/send-verification-code', { email: EMAIL });
    await until('the email is being sent', () => smtp.waiting === 1);
    await erase(admin);
    smtp.behaviour = 'permanent-failure';
    smtp.release();
    await asked;
    await until('the failure is known', () => app.logged.some((line) => line.includes('message not sent')));
    await app.outbox.close();
    await app.notifications.settle();
    const told = app.db.selectFrom('notifications').select('message').where('type', '=', 'mail_failure');
    expect(await told.execute()).toEqual([]);
  });
});

test('An erasure that cannot be completed keeps neither the server nor other erasures from going on', async () => {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const app = await startApp({ database });
  const { id } = await createAccount(app, { username: USERNAME, email: EMAIL });
  await createAccount(app, { username: 'another', email: OTHER });
  const admin = await signedIn(app, ADMIN);
  await admin.request({ method: 'PATCH', url: `/api/admin/users/${id}/status`, payload: { status: 'suspended' } });
  for (const email of [EMAIL, OTHER])
    await app.transact('server', async (trx) =>
      app.erasures.begin(trx, await findPerson(trx, app.keys, email, 'staff'), COMMAND_LINE),
    );
  await app.db.updateTable('activity').set({ details: '{' }).where('target', '=', id).execute();
  await app.db.updateTable('erasures').set({ began_at: 0 }).execute();
  await app.close();
  const next = await startApp({ database });
  expect(next.logged.join('')).toContain('an erasure cannot be completed');
  expect(
    (await next.db.selectFrom('users').select('username').execute()).map(({ username }) => username).sort(),
  ).toEqual([ADMIN.username, USERNAME].sort());
});

const beginErasure = async ({ erasures, keys }: TestApp, trx: Trx) =>
  erasures.begin(trx, await findPerson(trx, keys, EMAIL, 'staff'), COMMAND_LINE);

test('An erasure that a crash interrupts is completed by the next start', async () => {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const app = await startApp({ database });
  await canary(app, await signedIn(app, ADMIN));
  await app.transact('server', (trx) => beginErasure(app, trx));
  await app.db.updateTable('erasures').set({ began_at: 0 }).execute();
  await app.close();
  const next = await startApp({ database });
  await next.erasures.settle();
  expect(await found(next, CANARIES)).toEqual([]);
});

describe('A legal hold', () => {
  const HOLD = { reason: 'A court asked for it' };
  const setHold = (app: TestApp, admin: HttpClient, email = EMAIL) =>
    people(admin, 'hold', email, { ...HOLD, until: new Date(app.clock.now() + 60_000).toISOString() });

  test('keeps the account from being deleted, alone and in bulk', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const { id } = await createAccount(app, { username: USERNAME, email: EMAIL });
    const until = new Date(app.clock.now() + 60_000).toISOString();
    const set = await admin.post('/api/admin/people/hold', { email: EMAIL, reason: 'A lawsuit', until });
    expect(set.statusCode, set.body).toBe(200);
    const alone = () => admin.request({ method: 'DELETE', url: `/api/admin/users/${id}` });
    expect((await alone()).json()).toMatchObject({ error: 'legal_hold' });
    const inBulk = await admin.post('/api/admin/users/bulk-action', { action: 'delete', userIds: [id] });
    expect(inBulk.statusCode, inBulk.body).toBe(200);
    expect(await found(app, [USERNAME])).toContain(`users.username: ${USERNAME}`);
    app.clock.advance(60_000);
    expect((await alone()).statusCode).toBe(200);
  });

  test('stops an erasure by staff and by the guest, is shown, and ends', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const guest = app.client();
    await confirm(app, guest, EMAIL);
    await setHold(app, admin);
    const refused = await admin.post('/api/admin/people/erase', { email: EMAIL.toLowerCase() });
    expect(refused.json()).toMatchObject({
      error: 'legal_hold',
      message: expect.stringMatching(/^A legal hold by admin stops this until .* \(“A court asked for it”\)/),
    });
    expect((await deleteMyData(guest)).json()).toMatchObject({ error: 'legal_hold' });
    expect((await guest.get('/api/guest/my-data')).json()).toMatchObject({ heldUntil: expect.any(String) });
    expect(await people<PersonFound>(admin, 'search')).toMatchObject({ hold: { ...HOLD, setBy: 'admin' } });
    expect((await admin.get('/api/admin/people/holds')).json()).toMatchObject([{ email: EMAIL, ...HOLD }]);
    const end = await admin.request({ method: 'DELETE', url: '/api/admin/people/hold', payload: { email: EMAIL } });
    expect(end.statusCode).toBe(200);
    await setHold(app, admin);
    app.clock.advance(60_001);
    expect((await admin.get('/api/admin/people/holds')).json()).toEqual([]);
    await erase(admin);
    expect(await found(app, [EMAIL])).toEqual([]);
  });
});

describe('Who may erase', () => {
  test('Staff accounts are refused, an admin’s own among them', async () => {
    const app = await startApp();
    await createAccount(app, { username: 'vera', role: 'admin', email: 'vera@example.com' });
    await createAccount(app, { username: 'helper', role: 'helper', email: 'helper@example.com' });
    const vera = await signedIn(app, { username: 'vera' });
    const errorOf = async (email: string) => (await vera.post('/api/admin/people/erase', { email })).json().error;
    expect([await errorOf('vera@example.com'), await errorOf('helper@example.com')]).toEqual([
      'own_account',
      'staff_account',
    ]);
    const helper = await signedIn(app, { username: 'helper' });
    expect((await helper.post('/api/admin/people/search', { email: OTHER })).statusCode).toBe(403);
  });

  test('A guest sees the newest 500 of each kind, and twenty times in ten minutes', async () => {
    const app = await startApp();
    const [guest, other] = [app.client({ ip: IP }), app.client({ ip: IP })];
    for (const browser of [guest, other]) {
      await reportPage(browser, 'Email Entry Page');
      await confirm(app, browser, EMAIL);
    }
    const guest_id = guestIdOf(app, guest);
    const base = await app.db.selectFrom('activity').selectAll().where('guest_id', '=', guest_id).execute();
    const page = base.find(({ action }) => action === 'page_view');
    const many = Array.from({ length: 600 }, (_, index) => ({
      ...(page as NonNullable<typeof page>),
      id: `many-${String(index).padStart(4, '0')}`,
      created_at: app.clock.now() - 600_000 + index * 1_000,
      location: `Place ${index}`,
    }));
    for (let from = 0; from < 600; from += 100)
      await app.db
        .insertInto('activity')
        .values(many.slice(from, from + 100))
        .execute();
    const seen: MyData = (await guest.get('/api/guest/my-data')).json();
    const log = seen.sections.find(({ kind }) => kind === 'log');
    expect([log?.records.length, log?.isCut]).toEqual([500, true]);
    expect(JSON.stringify(log)).toContain('"Place 599"');
    expect(JSON.stringify(log)).not.toContain('"Place 0"');
    for (let times = 1; times < 20; times += 1) await guest.get('/api/guest/my-data');
    const refused = await guest.get('/api/guest/my-data');
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    // Another browser of the network has its own.
    expect((await other.get('/api/guest/my-data')).statusCode).toBe(200);
  });

  test('A guest sees and erases what their address left, for 15 minutes, and never an account', async () => {
    const app = await startApp();
    await createAccount(app, { username: USERNAME, email: EMAIL, firstName: 'Zebulonique' });
    const [guest, other] = [app.client({ ip: IP }), app.client()];
    expect((await guest.get('/api/guest/my-data')).json()).toMatchObject({ error: 'not_confirmed_lately' });
    await reportPage(guest, 'Email Entry Page');
    await mailedCode(app, other, EMAIL);
    await confirm(app, guest, EMAIL);
    // Asking for a code proves nothing.
    expect((await other.get('/api/guest/my-data')).statusCode).toBe(403);
    expect((await deleteMyData(other)).statusCode).toBe(403);
    await app.presence.settle();
    const seen: MyData = (await guest.get('/api/guest/my-data')).json();
    expect(seen).toMatchObject({ email: EMAIL, hasAccount: true, remainingMs: 15 * 60_000 });
    const text = JSON.stringify(seen.sections);
    expect(text).toContain(IP);
    for (const theirs of [USERNAME, 'Zebulonique"', other.ip, guestIdOf(app, other)])
      expect(text).not.toContain(theirs);

    app.clock.advance(15 * 60_000);
    expect((await guest.get('/api/guest/my-data')).statusCode).toBe(403);
    expect((await deleteMyData(guest)).statusCode).toBe(403);
    await confirm(app, guest, EMAIL);
    const erased = await deleteMyData(guest);
    expect(erased.statusCode, erased.body).toBe(200);
    await app.presence.settle();
    await app.notifications.settle();
    expect(await found(app, [EMAIL])).toEqual([
      `users.email: ${EMAIL}`,
      `users.email_key: ${EMAIL}`,
      `users.search: ${EMAIL}`,
    ]);
    // Memory hears of it from the database.
    await expect.poll(() => found(app, [guestIdOf(app, guest)], ['limit_counts'])).toEqual([]);
    expect((await guest.get('/api/guest/my-data')).statusCode).toBe(403);
    await signedIn(app, { username: USERNAME });
  });
});
