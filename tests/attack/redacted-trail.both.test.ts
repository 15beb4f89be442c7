import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { AuditEntry } from '../../contract/log/audit.ts';
import { keysFrom } from '../../server/crypto/keys.ts';
import { headOf, headText, linkBatch } from '../../server/db/audit-chain/links.ts';
import { type Redaction, redactEntries } from '../../server/db/audit-chain/redaction.ts';
import type { ActivityRow } from '../../server/db/tables.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, TEST_KEY, type TestApp } from '../support/app.ts';
import { found, PSEUDONYM, redactTarget, rotateKey, verify, WHOLE, withPseudonym } from '../support/audit.ts';
import type { HttpClient } from '../support/http-client.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const GUEST = '203.0.113.9';
const NEW_KEY = 'another-key-that-is-long-enough-too';
const LAST_KEY = 'a-third-key-that-is-long-enough-too';
/** So long that no random id or hash contains it. */
const MIRA = 'mira-of-the-harbour';
const ERASED_ONE = 'A pseudonym stands for an erased person in 1 entry.';

async function suspend(app: TestApp, admin: HttpClient, username: string): Promise<string> {
  app.clock.advance(1_000);
  const { id } = await createAccount(app, { username });
  const url = `/api/admin/users/${id}/status`;
  const { statusCode } = await admin.request({ method: 'PATCH', url, payload: { status: 'suspended' } });
  expect(statusCode).toBe(200);
  return id;
}

/** An admin suspended Mira and then Hugo, and all of it is linked. */
async function recorded() {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  const mira = await suspend(app, admin, MIRA);
  const hugo = await suspend(app, admin, 'hugo');
  await app.audit.link();
  return { app, admin, mira, hugo };
}

const about = (app: TestApp, target: string): Promise<ActivityRow> =>
  app.db.selectFrom('activity').selectAll().where('target', '=', target).executeTakeFirstOrThrow();

const change = (app: TestApp, id: string, values: Partial<ActivityRow>) =>
  app.db.updateTable('activity').set(values).where('id', '=', id).execute();

const redact = (app: TestApp, redactions: readonly Redaction[]) =>
  app.db.transaction().execute((trx) => redactEntries(trx, { keys: keysFrom(TEST_KEY), clock: app.clock }, redactions));

test('An erased person is a pseudonym for staff, and the audit trail stays intact until retention ends it', async () => {
  const { app, admin, mira } = await recorded();
  const head = headText((await headOf(app.db)) as never);
  expect(await redactTarget(app.db, mira, app)).toEqual({ redacted: 1, unproven: [] });
  expect(await redactTarget(app.db, PSEUDONYM, app)).toEqual({ redacted: 0, unproven: [] });
  for (const args of [[], ['--since', head]]) {
    const text = await verify(app.database, { args });
    expect(text).toMatch(WHOLE);
    expect(text).toContain(`\n${ERASED_ONE}\n`);
  }
  await app.audit.link();
  expect((await app.audit.check()).findings).toEqual([]);
  for (const table of ['activity', 'audit_chain', 'audit_waiting', 'audit_cuts', 'audit_keys'] as const) {
    const stored = JSON.stringify(await app.db.selectFrom(table).selectAll().execute());
    expect([table, stored.includes(mira), stored.includes(MIRA)]).toEqual([table, false, false]);
  }

  const erased = { userId: PSEUDONYM, name: 'Erased person abcdefgh', isFormer: true };
  const entries: AuditEntry[] = (await admin.get(`/api/admin/audit?target=${PSEUDONYM}`)).json();
  expect(entries).toMatchObject([
    { kind: 'status', userName: 'admin', about: erased, details: { status: 'suspended' } },
  ]);
  const { named } = (await admin.get(`/api/admin/audit/people?target=${PSEUDONYM}`)).json();
  expect(named).toEqual([{ id: PSEUDONYM, name: erased.name }]);
  const csv = (await admin.get('/api/admin/audit.csv?kind=status')).body;
  expect(csv).toContain(`,status,${erased.name},`);
  expect(csv).not.toContain(MIRA);

  app.clock.advance(400 * DAY_MS);
  await app.sweep();
  const text = await verify(app.database);
  expect(text).toMatch(WHOLE);
  expect(text).toContain('Cut by retention');
  expect(text).not.toContain('pseudonym');
});

test('An erased guest is a pseudonym in what staff did and in what the guest was shown', async () => {
  const { app, admin } = await recorded();
  const guest = app.client({ ip: GUEST });
  await guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await admin.post('/api/admin/guest-prompt', { guestIp: GUEST, prompt: 'email' });
  expect((await guest.get('/api/guest/check-prompt')).json()).toMatchObject({ showPrompt: true });
  const userId = `guest_${GUEST.replaceAll('.', '_')}`;
  const rows = await app.db.selectFrom('activity').selectAll().where('target', '=', userId).execute();
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['prompt', 'received']);
  const byGuest = { user_id: PSEUDONYM, ip_address: '', location: '', device: '', user_agent: '' };
  const forget = (row: ActivityRow): ActivityRow => ({
    ...row,
    ...(row.user_id === userId && byGuest),
    details: JSON.stringify({
      ...JSON.parse(row.details ?? '{}'),
      ...(row.user_id !== userId && { guest: PSEUDONYM }),
    }),
    guest_id: null,
  });
  const { redacted } = await redact(
    app,
    rows.map(({ id }) => ({ id, redact: forget })),
  );
  expect(redacted).toBe(2);
  expect(await verify(app.database)).toMatch(WHOLE);
  const entries: AuditEntry[] = (await admin.get(`/api/admin/audit?target=${PSEUDONYM}`)).json();
  expect(entries.map(({ kind }) => kind).sort()).toEqual(['prompt', 'received']);
  expect(JSON.stringify(entries)).not.toContain(GUEST);
  expect(entries.find(({ kind }) => kind === 'prompt')?.about).toMatchObject({ name: 'Erased person abcdefgh' });
  const csv = (await admin.get('/api/admin/audit.csv?kind=received')).body;
  expect(csv).toContain(',Erased person abcdefgh,received,');
});

test('An erasure takes the person out of a forged entry too, which stays a finding', async () => {
  const { app, mira, hugo } = await recorded();
  const row = await about(app, mira);
  await change(app, row.id, { created_at: row.created_at - DAY_MS });
  const added = { ...(await about(app, hugo)), id: 'added', target: mira };
  await app.db.insertInto('activity').values(added).execute();
  const before = found(await verify(app.database));
  expect(before.map(([, wrong]) => wrong)).toEqual(['changed', 'added']);
  expect(await redactTarget(app.db, mira, app)).toEqual({
    redacted: 0,
    unproven: expect.arrayContaining([row.id, 'added']),
  });
  expect(found(await verify(app.database))).toEqual(before);
  expect(await app.db.selectFrom('activity').select('id').where('target', '=', mira).execute()).toEqual([]);
});

test('A redaction changes nothing but the person, and each entry once', async () => {
  const { app, mira } = await recorded();
  const row = await about(app, mira);
  const wrong: Partial<ActivityRow>[] = [
    { id: 'another' },
    { action: 'login' },
    { created_at: 1 },
    { staff: 0 },
    { kind: 'login' },
    { mac: 'x' },
    { details: null },
  ];
  for (const values of wrong)
    await expect(redact(app, [{ id: row.id, redact: () => ({ ...row, ...values }) }])).rejects.toThrow(
      'may not change',
    );
  const once = { id: row.id, redact: withPseudonym };
  await expect(redact(app, [once, once])).rejects.toThrow('twice');
  expect(await about(app, mira)).toEqual(row);
  expect(await verify(app.database)).toMatch(WHOLE);
  expect(await redact(app, [{ ...once, id: 'gone' }])).toEqual({ redacted: 0, unproven: [] });
});

test('Entries are redacted before they are linked, and while several processes link', async () => {
  const { app, admin, mira, hugo } = await recorded();
  const zoe = await suspend(app, admin, 'zoe');
  expect((await redactTarget(app.db, zoe, app)).redacted).toBe(1);
  const link = () => linkBatch(app.db, keysFrom(TEST_KEY), app.clock.now());
  const work = [mira, hugo].map((target) => redactTarget(app.db, target, app));
  const more = ['vera', 'nils'].map((username) => suspend(app, admin, username));
  await Promise.all([...work, ...more, link(), link(), link()]);
  await app.audit.link();
  const text = await verify(app.database);
  expect(text).toMatch(WHOLE);
  expect(text).toContain('in 3 entries.');
  // As after the restore of a backup.
  await sql`insert into audit_waiting (entry_id) select id from activity where staff = 1`.execute(app.db);
  await app.audit.link();
  expect(await verify(app.database)).toBe(text);
});

test('Redactions outlive rotations and a lost key, and what was erased cannot be put back', async () => {
  const { app, mira } = await recorded();
  const { database } = app;
  const row = await about(app, mira);
  await app.close();
  await rotateKey(database, TEST_KEY, NEW_KEY);
  const again = await startApp({ database, env: { SECRET_KEY: NEW_KEY } });
  const keys = keysFrom(NEW_KEY);
  await redactTarget(again.db, mira, { clock: again.clock, keys });
  const first = await about(again, PSEUDONYM);
  const byStaff = { id: row.id, redact: (each: ActivityRow): ActivityRow => ({ ...each, user_id: 'erased-bcdefghi' }) };
  const second = again.db.transaction().execute((trx) => redactEntries(trx, { keys, clock: again.clock }, [byStaff]));
  expect((await second).redacted).toBe(1);
  await again.close();
  const checked = (SECRET_KEY: string) => verify(database, { SECRET_KEY });
  expect(await checked(NEW_KEY)).toContain(`\n${ERASED_ONE}\n`);

  await rotateKey(database, null, LAST_KEY);
  const last = await startApp({ database, env: { SECRET_KEY: LAST_KEY } });
  onTestFinished(() => last.close());
  await last.audit.link();
  expect(await checked(LAST_KEY)).toMatch(WHOLE);
  const { user_id, target } = await about(last, PSEUDONYM);
  expect([user_id, target]).toEqual(['erased-bcdefghi', PSEUDONYM]);
  for (const old of [row, first]) {
    await change(last, row.id, old);
    expect(found(await checked(LAST_KEY)).map(([, wrong]) => wrong)).toEqual(['changed']);
  }
});

test('Retention deletes a redacted entry whose links are far apart', async () => {
  const { app, mira } = await recorded();
  app.clock.advance(400 * DAY_MS);
  const admin = await signedIn(app, ADMIN);
  await suspend(app, admin, 'zoe');
  await app.audit.link();
  await redactTarget(app.db, mira, app);
  await app.sweep();
  const rest = await app.db.selectFrom('audit_chain').selectAll().orderBy('position').execute();
  const last = rest.at(-1);
  expect([last?.kind, rest.filter(({ entry_id }) => entry_id === last?.entry_id)]).toEqual(['redacted', [last]]);
  const text = await verify(app.database);
  expect(text).toMatch(WHOLE);
  expect(text).not.toContain('pseudonym');
  await app.db
    .updateTable('audit_chain')
    .set({ removed: null })
    .where('position', '=', last?.position ?? -1)
    .execute();
  expect(found(await verify(app.database))).toContainEqual([last?.position, 'missing']);
});
