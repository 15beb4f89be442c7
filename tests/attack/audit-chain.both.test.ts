import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditCommand } from '../../cli/audit.ts';
import { openCommandDatabase } from '../../cli/database.ts';
import { systemClock } from '../../server/clock.ts';
import { readConfig } from '../../server/config.ts';
import { type Keys, keysFrom } from '../../server/crypto/keys.ts';
import { resealAll } from '../../server/crypto/sealed.ts';
import { beginChain, headOf, headText } from '../../server/db/audit-chain/links.ts';
import { auditKey, entryMac, linkHash } from '../../server/db/audit-chain/macs.ts';
import { redactEntries } from '../../server/db/audit-chain/redaction.ts';
import { deleteOldStaffEntries } from '../../server/db/audit-chain/retention.ts';
import { changeChainKey } from '../../server/db/audit-chain/rotation.ts';
import { verifyChain } from '../../server/db/audit-chain/verify.ts';
import type { ActivityRow, Db, LinkRow } from '../../server/db/tables.ts';
import { AuditChainer } from '../../server/features/log/audit/chainer.ts';
import { createLog } from '../../server/process/log.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, TEST_KEY, type TestApp } from '../support/app.ts';
import { copyOfTrail, found, redactTarget, rotateKey, verify, WHOLE } from '../support/audit.ts';
import { runCommand } from '../support/command.ts';
import { migratedDatabase, type TestDatabase } from '../support/database.ts';
import type { HttpClient } from '../support/http-client.ts';
import { inTurn, isThorough } from '../support/thorough.ts';
import { cutOffEnd, FORGERIES, type Scene } from './audit-forgeries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

async function suspend(app: TestApp, admin: HttpClient, username: string): Promise<string> {
  app.clock.advance(1_000);
  const { id } = await createAccount(app, { username });
  const answer = await admin.request({
    method: 'PATCH',
    url: `/api/admin/users/${id}/status`,
    payload: { status: 'suspended' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return id;
}

/** A portal with three suspensions in its audit chain. */
async function recorded(): Promise<{ app: TestApp; links: LinkRow[] }> {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  for (const username of ['mira', 'hugo', 'zoe']) await suspend(app, admin, username);
  await app.audit.link();
  expect(await verify(app.database)).toMatch(WHOLE);
  return { app, links: await app.db.selectFrom('audit_chain').selectAll().orderBy('position').execute() };
}

/** Adds an entry that is linked after newer ones and old enough for retention. */
async function actLongAgo(app: TestApp): Promise<void> {
  app.clock.advance(-400 * DAY_MS);
  await signedIn(app, ADMIN);
  app.clock.advance(400 * DAY_MS);
}

/** The last three links. */
const suspensions = (links: readonly LinkRow[]) => links.slice(-3) as [LinkRow, LinkRow, LinkRow];

const changes = {
  'other details': { details: '{"change":"status","status":"active","user":"x","username":"mira"}' },
  'another actor': { user_id: 'somebody-else' },
  'another name of the actor': { actor_name: 'vera' },
  'another time': { created_at: 1 },
  'another address': { ip_address: '192.0.2.1' },
  'another kind, which hides it from filters': { kind: 'login' },
  'another target': { target: null },
  'no longer an entry of staff': { staff: 0 },
  'another MAC': { mac: 'x' },
} as const;

test('The audit check and the dashboard find a changed entry', async () => {
  const { app, links } = await recorded();
  const [, second] = suspensions(links);
  const entries = app.db.updateTable('activity').where('id', '=', second.entry_id ?? '');
  const row = await app.db
    .selectFrom('activity')
    .selectAll()
    .where('id', '=', second.entry_id ?? '')
    .executeTakeFirstOrThrow();
  for (const [what, change] of Object.entries(changes)) {
    await entries.set(change).execute();
    expect(found(await verify(app.database)), what).toEqual([[second.position, 'changed']]);
    await entries.set(row).execute();
  }
  expect(await verify(app.database)).toMatch(WHOLE);

  // The dashboard runs the check by itself.
  const admin = await signedIn(app, ADMIN);
  const checked = async (): Promise<{ result: string; advice: string } | undefined> => {
    const checks = (await admin.get('/api/admin/security-check')).json();
    return checks.find(({ id }: { id: string }) => id === 'audit-trail');
  };
  expect(await checked()).toMatchObject({ result: 'pass', advice: 'Audit trail intact.' });
  await entries.set(changes['another actor']).execute();
  const check = await checked();
  expect(check?.result).toBe('fail');
  expect(check?.advice).toContain(`Position ${second.position}, changed`);
});

test('The audit check finds two entries with swapped times', async () => {
  const { app, links } = await recorded();
  const [first, , third] = suspensions(links);
  const timeOf = async (id: string | null) =>
    (
      await app.db
        .selectFrom('activity')
        .select('created_at')
        .where('id', '=', id ?? '')
        .executeTakeFirstOrThrow()
    ).created_at;
  const times = [await timeOf(first.entry_id), await timeOf(third.entry_id)] as const;
  for (const [link, created_at] of [[first, times[1]] as const, [third, times[0]] as const])
    await app.db
      .updateTable('activity')
      .set({ created_at })
      .where('id', '=', link.entry_id ?? '')
      .execute();
  expect(found(await verify(app.database))).toEqual([
    [first.position, 'changed'],
    [third.position, 'changed'],
  ]);
});

test('The audit check finds a deleted entry, even when its link claims retention', async () => {
  const { app, links } = await recorded();
  const [, second] = suspensions(links);
  await app.db
    .deleteFrom('activity')
    .where('id', '=', second.entry_id ?? '')
    .execute();
  expect(found(await verify(app.database))).toEqual([[second.position, 'missing']]);
  await app.db
    .updateTable('audit_chain')
    .set({ removed: second.hash })
    .where('position', '=', second.position)
    .execute();
  expect(found(await verify(app.database))).toEqual([[second.position, 'missing']]);
});

test('The audit check finds an entry deleted with its link, even when later links are renumbered', async () => {
  const { app, links } = await recorded();
  const [, second, third] = suspensions(links);
  await app.db
    .deleteFrom('activity')
    .where('id', '=', second.entry_id ?? '')
    .execute();
  await app.db.deleteFrom('audit_chain').where('position', '=', second.position).execute();
  expect(found(await verify(app.database))).toEqual([[second.position, 'missing']]);
  await app.db
    .updateTable('audit_chain')
    .set({ position: second.position })
    .where('position', '=', third.position)
    .execute();
  expect(found(await verify(app.database))).toEqual([[second.position, 'reordered']]);
  await app.db
    .updateTable('audit_chain')
    .set({ previous: second.previous })
    .where('position', '=', second.position)
    .execute();
  expect(found(await verify(app.database))).toEqual([[second.position, 'changed']]);
});

test('The audit check finds two swapped links', async () => {
  const { app, links } = await recorded();
  const [first, second] = suspensions(links);
  const move = (from: number, to: number) =>
    app.db.updateTable('audit_chain').set({ position: to }).where('position', '=', from).execute();
  await move(first.position, 1_000_000);
  await move(second.position, first.position);
  await move(1_000_000, second.position);
  const wrong = found(await verify(app.database));
  expect(wrong[0]).toEqual([first.position, 'reordered']);
  expect(new Set(wrong.map(([, what]) => what))).toEqual(new Set(['reordered']));
});

test('The audit check finds an entry that was deleted before it was linked', async () => {
  const { app, links } = await recorded();
  const [first] = suspensions(links);
  const row = await app.db
    .selectFrom('activity')
    .selectAll()
    .where('id', '=', first.entry_id ?? '')
    .executeTakeFirstOrThrow();
  await app.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('activity')
      .values({ ...row, id: 'short-lived' })
      .execute();
    await trx.deleteFrom('activity').where('id', '=', 'short-lived').execute();
  });
  expect(found(await verify(app.database))).toEqual([[null, 'missing']]);
});

test('The chain never links an inserted entry, and the audit check finds it', async () => {
  const { app, links } = await recorded();
  const [first] = suspensions(links);
  const row = await app.db
    .selectFrom('activity')
    .selectAll()
    .where('id', '=', first.entry_id ?? '')
    .executeTakeFirstOrThrow();
  app.clock.advance(2 * DAY_MS);
  await app.db
    .insertInto('activity')
    .values([
      { ...row, id: 'as-if-written-here' },
      { ...row, id: 'as-if-from-before', mac: null },
      { ...row, id: 'as-if-linked' },
    ])
    .execute();
  await app.db.deleteFrom('audit_waiting').where('entry_id', '=', 'as-if-linked').execute();
  await app.audit.link();
  const text = await verify(app.database);
  expect(found(text)).toEqual(Array(3).fill([null, 'added']));
  for (const id of ['as-if-written-here', 'as-if-from-before', 'as-if-linked']) expect(text).toContain(id);
  expect(app.logged.some((line) => line.includes('entries that this portal did not write'))).toBe(true);
});

test('A cut-off tail is found with the head from the log, and by the process that has seen it', async () => {
  const { app, links } = await recorded();
  const [, second, third] = suspensions(links);
  const head = headText(third);
  await app.close();
  // The process logs its head when it ends.
  const loggedHeads = app.logged.flatMap((line) => JSON.parse(line).head ?? []);
  expect(loggedHeads.at(-1)).toBe(head);
  const again = await startApp({ database: app.database });
  onTestFinished(() => again.close());
  await again.audit.link();
  for (const { position, entry_id } of [second, third]) {
    await again.db
      .deleteFrom('activity')
      .where('id', '=', entry_id ?? '')
      .execute();
    await again.db.deleteFrom('audit_chain').where('position', '=', position).execute();
  }
  expect(await verify(again.database)).toMatch(WHOLE);
  expect(found(await verify(again.database, { args: ['--since', head] }))).toEqual([[third.position, 'cut']]);
  const short = headText({ position: second.position - 1, hash: second.previous });
  expect(await verify(again.database, { args: ['--since', short] })).toMatch(WHOLE);
  expect(found(await verify(again.database, { args: ['--since', `${second.position - 1}:${third.hash}`] }))).toEqual([
    [second.position - 1, 'changed'],
  ]);
  await again.audit.link();
  expect((await again.audit.check()).findings).toMatchObject([{ wrong: 'cut' }]);
});

test('The audit check finds an emptied chain, even after the next start has begun a new one', async () => {
  const { app } = await recorded();
  await app.db.deleteFrom('audit_chain').execute();
  expect(found(await verify(app.database))[0]).toEqual([null, 'cut']);
  await app.close();
  const again = await startApp({ database: app.database });
  await again.audit.link();
  const wrong = found(await verify(again.database));
  expect(wrong.length).toBeGreaterThan(3);
  expect(new Set(wrong.map(([, what]) => what))).toEqual(new Set(['added']));
});

test('Retention cuts the chain at a signed point, and the audit check finds any other cut', async () => {
  const { app } = await recorded();
  const before = await headOf(app.db);
  app.clock.advance(400 * DAY_MS);
  await app.sweep();
  const admin = await signedIn(app, ADMIN);
  await admin.get('/api/admin/activity.csv');
  await app.audit.link();
  const text = await verify(app.database);
  expect(text).toMatch(WHOLE);
  expect(text).toContain(`Cut by retention at position ${before?.position}, `);
  // The last head before the cut is the point of the cut.
  expect(await verify(app.database, { args: ['--since', headText(before as never)] })).toMatch(WHOLE);
  expect(await verify(app.database, { args: ['--since', `1:${before?.hash}`] })).toContain('was cut by retention');

  const last = await app.db.selectFrom('audit_chain').selectAll().orderBy('position').executeTakeFirstOrThrow();
  await app.db.deleteFrom('audit_chain').where('position', '=', last.position).execute();
  await app.db
    .deleteFrom('activity')
    .where('id', '=', last.entry_id ?? '')
    .execute();
  expect(found(await verify(app.database))).toEqual([[last.position, 'missing']]);
  await app.db.updateTable('audit_cuts').set({ position: last.position, hash: last.hash }).execute();
  expect(found(await verify(app.database))).toEqual([[last.position, 'cut']]);
  await app.db.deleteFrom('audit_cuts').execute();
  expect(found(await verify(app.database))[0]).toEqual([0, 'missing']);
});

test('Retention deletes an old entry that was linked late and marks its link', async () => {
  const { app, links } = await recorded();
  await actLongAgo(app);
  await app.sweep();
  const marked = await app.db.selectFrom('audit_chain').selectAll().where('removed', 'is not', null).execute();
  expect(marked.map(({ position }) => position)).toEqual([links.length]);
  expect(await verify(app.database)).toMatch(WHOLE);
});

test('The first start links older entries, which filters then find and the audit check protects', async () => {
  const { app } = await recorded();
  await app.db.deleteFrom('audit_chain').execute();
  await app.db.updateTable('activity').set({ mac: null, kind: null, target: null }).execute();
  await sql`insert into audit_waiting (entry_id) select id from activity where staff = 1`.execute(app.db);
  await app.close();
  const again = await startApp({ database: app.database });
  await again.audit.link();
  const text = await verify(again.database);
  expect(text).toMatch(WHOLE);
  expect(text).toMatch(/, \d+ entries taken over/);
  const admin = await signedIn(again, ADMIN);
  expect((await admin.get('/api/admin/audit?kind=status')).json()).toHaveLength(3);
  await again.db.updateTable('activity').set({ details: null }).where('kind', '=', 'status').execute();
  expect(found(await verify(again.database)).map(([, wrong]) => wrong)).toEqual(['changed', 'changed', 'changed']);
});

const NEW_KEY = 'another-key-that-is-long-enough-too';

test('The chain continues after a key rotation, and a stolen old key cannot change older links', async () => {
  const { app, links } = await recorded();
  await app.close();
  const rotated = await runCommand('rotate-key', [], {
    ...app.database.env,
    SECRET_KEY: NEW_KEY,
    SECRET_KEY_OLD: TEST_KEY,
  });
  expect([rotated.code, rotated.stderr]).toEqual([0, '']);
  const again = await startApp({ database: app.database, env: { SECRET_KEY: NEW_KEY } });
  await signedIn(again, ADMIN);
  await again.audit.link();
  const checked = () => verify(app.database, { SECRET_KEY: NEW_KEY });
  expect(await checked()).toMatch(WHOLE);
  expect(
    await verify(app.database, { SECRET_KEY: NEW_KEY, args: ['--since', headText(suspensions(links)[2])] }),
  ).toMatch(WHOLE);

  // The old key makes a forged link that is valid by itself.
  const stolen = auditKey(keysFrom(TEST_KEY));
  const third = suspensions(links)[2];
  const row = await again.db
    .selectFrom('activity')
    .selectAll()
    .where('id', '=', third.entry_id ?? '')
    .executeTakeFirstOrThrow();
  const forged = { ...row, user_id: 'somebody-else' };
  const mac = entryMac(stolen, forged);
  const link = { ...third, entry_mac: mac };
  await again.db.updateTable('activity').set({ user_id: 'somebody-else', mac }).where('id', '=', row.id).execute();
  await again.db
    .updateTable('audit_chain')
    .set({ entry_mac: mac, hash: linkHash(stolen, link) })
    .where('position', '=', third.position)
    .execute();
  expect(found(await checked())).toEqual([[third.position + 1, 'reordered']]);
});

test('An entry that was deleted before the key was lost stays missing', async () => {
  const { app, links } = await recorded();
  const { database } = app;
  const [first] = suspensions(links);
  await app.db
    .deleteFrom('activity')
    .where('id', '=', first.entry_id ?? '')
    .execute();
  await app.close();
  await rotateKey(database, null, NEW_KEY);
  const text = await verify(database, { SECRET_KEY: NEW_KEY });
  expect(text.match(/missing: the entry (\S+) is gone/)?.[1]).toBe(first.entry_id);
});

test('A lost key can be declared once, and every remaining link can be checked', async () => {
  const { app, links } = await recorded();
  const { database } = app;
  await app.close();
  const [, second, third] = suspensions(links);
  await rotateKey(database, null, NEW_KEY);
  const again = await startApp({ database, env: { SECRET_KEY: NEW_KEY } });
  onTestFinished(() => again.close());
  await signedIn(again, ADMIN);
  await again.audit.link();
  const checked = (...args: string[]) => verify(database, { SECRET_KEY: NEW_KEY, args });
  const text = await checked();
  expect(text).toMatch(WHOLE);
  expect(text).toContain(`, 4 entries taken over.\nCut because a key was lost at position ${third.position}, `);
  for (const head of [second, third])
    expect(await checked('--since', headText(head))).toBe(
      `Position ${head.position} was cut because a key was lost, as was everything up to position ${third.position}. Use a newer head.`,
    );
  const head = (await headOf(again.db)) as NonNullable<Awaited<ReturnType<typeof headOf>>>;
  expect(await checked('--since', headText(head))).toMatch(WHOLE);
  await expect(rotateKey(database, null, NEW_KEY)).rejects.toThrow();

  const putBack = await copyOfTrail(again.db);
  for (const change of [{ details: null }, { mac: 'x' }, { user_id: 'somebody-else' }]) {
    await again.db
      .updateTable('activity')
      .set(change)
      .where('id', '=', second.entry_id ?? '')
      .execute();
    expect(found(await checked()).map(([, wrong]) => wrong)).toEqual(['changed']);
    await putBack(again.db);
  }
  await again.db
    .updateTable('audit_cuts')
    .set({ position: third.position + 1 })
    .execute();
  expect(found(await checked())[0]).toEqual([third.position + 1, 'cut']);
});

test('A key that version 0.2.0 listed as lost counts only after an operator confirms it', async () => {
  const { app, links } = await recorded();
  const { database } = app;
  await app.close();
  await rotateKey(database, TEST_KEY, NEW_KEY);
  const { db, close } = await opened(database, NEW_KEY);
  await db.updateTable('audit_keys').set({ sealed: null }).execute();
  await close();
  const checked = () => verify(database, { SECRET_KEY: NEW_KEY });
  expect(found(await checked()).map(([, wrong]) => wrong)).toEqual(['changed', 'changed']);
  // A start of the server confirms nothing.
  await (await startApp({ database, env: { SECRET_KEY: NEW_KEY } })).close();
  expect(await checked()).not.toMatch(WHOLE);

  expect(await rotateKey(database, null, NEW_KEY)).toMatch(/^The server key stays\./);
  expect(await checked()).toMatch(WHOLE);
  expect(await checked()).toContain('4 entries taken over');
  await expect(rotateKey(database, null, NEW_KEY)).rejects.toThrow('nothing is lost');
  const again = await opened(database, NEW_KEY);
  await again.db
    .updateTable('activity')
    .set({ details: null })
    .where('id', '=', suspensions(links)[0].entry_id ?? '')
    .execute();
  await again.close();
  expect(found(await checked()).map(([, wrong]) => wrong)).toEqual(['changed']);
});

test('The audit command exits with 1 after a finding and with 0 otherwise', async () => {
  const { app, links } = await recorded();
  const env = { ...app.database.env, SECRET_KEY: TEST_KEY };
  const whole = await runCommand('audit', ['verify'], env);
  expect([whole.code, whole.stderr]).toEqual([0, '']);
  expect(whole.stdout).toContain(`\nHead: ${headText(suspensions(links)[2])}\n`);
  await app.db
    .deleteFrom('activity')
    .where('id', '=', suspensions(links)[0].entry_id ?? '')
    .execute();
  const broken = await runCommand('audit', ['verify'], env);
  expect([broken.code, broken.stdout]).toEqual([1, '']);
  expect(broken.stderr).toContain(`Position ${suspensions(links)[0].position}, missing: `);
  for (const args of [[], ['what'], ['verify', '--since', '12'], ['verify', 'more']])
    await expect(auditCommand(args, readConfig(env), log)).rejects.toThrow('Usage: npm run audit');
});

const KEYS = [TEST_KEY, NEW_KEY, 'a-third-key-that-is-long-enough-too'] as const;
const LAST_KEY = 'a-key-for-what-comes-after-the-forgery';

const log = createLog('silent');

async function opened({ env }: TestDatabase, SECRET_KEY: string) {
  const command = await openCommandDatabase(readConfig({ ...env, SECRET_KEY }), log);
  onTestFinished(() => command.close());
  return command;
}

/** The part of a process that links entries. */
const chainer = (db: Db, keys: Keys) => new AuditChainer({ db, reader: db, keys, clock: systemClock, log });

/**
 * A stopped portal with the same entries under each key. For each key, a copy of the trail from before the last suspension
 * stands for an old backup.
 */
async function rotated(rotations: number) {
  const database = await migratedDatabase();
  onTestFinished(() => database.remove());
  const copies: Awaited<ReturnType<typeof copyOfTrail>>[] = [];
  const befores: ActivityRow[] = [];
  for (const [at, SECRET_KEY] of KEYS.slice(0, rotations + 1).entries()) {
    if (at > 0) await rotateKey(database, KEYS[at - 1] as string, SECRET_KEY);
    const app = await startApp({ database, env: { SECRET_KEY } });
    const admin = await signedIn(app, ADMIN);
    await suspend(app, admin, `mira${at}`);
    await app.audit.link();
    copies.push(await copyOfTrail(app.db));
    await suspend(app, admin, `hugo${at}`);
    await app.audit.link();
    await actLongAgo(app);
    await app.sweep();
    const zoe = await suspend(app, admin, `zoe${at}`);
    await app.audit.link();
    const aboutZoe = app.db.selectFrom('activity').selectAll().where('target', '=', zoe);
    befores.push(await aboutZoe.executeTakeFirstOrThrow());
    const { redacted } = await redactTarget(app.db, zoe, { clock: app.clock, keys: keysFrom(SECRET_KEY) });
    expect(redacted).toBe(1);
    await suspend(app, admin, `nils${at}`);
    await app.close();
  }
  const secret = KEYS[rotations] as string;
  const { db, keys } = await opened(database, secret);
  const links = await db.selectFrom('audit_chain').selectAll().orderBy('position').execute();
  const keyIds = KEYS.slice(0, rotations + 1).map((key) => keysFrom(key).id);
  const scenes = keyIds.map((id, at): Scene => {
    const [, victim, next, marked, original, redacted] = links.filter(
      ({ key_id, entry_id }) => key_id === id && entry_id !== null,
    );
    expect([next?.position, marked?.removed]).toEqual([(victim?.position ?? 0) + 1, expect.any(String)]);
    expect([original?.entry_id, redacted?.entry_id]).toEqual(Array(2).fill(befores[at]?.id));
    return { db, keyIds, links, victim, next, marked, original, redacted, before: befores[at] } as Scene;
  });
  const since = links.at(-1) as LinkRow;
  const checked = (args: string[] = []) => verify(database, { SECRET_KEY: secret, args });
  for (const args of [[], ['--since', headText(since)]]) expect(await checked(args)).toMatch(WHOLE);
  return { db, keys, copies, scenes, since, checked };
}

/** Runs the check of the command on a database that is already open. */
const findings = async (db: Db, keys: Keys, wanted: { since?: LinkRow } = {}) =>
  (await verifyChain(db, keys, Date.now(), wanted)).findings;

/** Takes the browser out of every entry. */
const redactAll = (db: Db, keys: Keys) =>
  db.transaction().execute(async (trx) => {
    const rows = await trx.selectFrom('activity').select('id').where('staff', '=', 1).execute();
    const redact = (row: ActivityRow): ActivityRow => ({ ...row, user_agent: '' });
    await redactEntries(
      trx,
      { keys, clock: systemClock },
      rows.map(({ id }) => ({ id, redact })),
    );
  });

describe.each(isThorough() ? [0, 1, 2] : [2])('An audit chain after %i rotations', (rotations) => {
  const forgeries = Object.entries(FORGERIES).filter(([, { rotations: least = 0 }]) => least <= rotations);

  test(`The command and the server find every forgery after ${rotations} rotations`, async () => {
    const { db, keys, scenes, checked } = await rotated(rotations);
    const putBack = await copyOfTrail(db);
    for (const [index, [what, { forge, isFoundByCommandOnly }]] of forgeries.entries())
      for (const [at, scene] of inTurn([...scenes.entries()], index)) {
        const server = chainer(db, keys);
        await server.link();
        await forge(scene);
        const name = `${what}, with key ${at}`;
        expect.soft(at === 0 ? found(await checked()) : await findings(db, keys), name).not.toEqual([]);
        await server.link();
        if (!isFoundByCommandOnly) expect.soft((await server.check()).findings, name).not.toEqual([]);
        expect.soft(await findings(db, keys), `${name}, after the server linked again`).not.toEqual([]);
        await putBack(db);
      }
    expect(await checked()).toMatch(WHOLE);
  });

  test(`A start, erasures, retention and another rotation hide no forgery after ${rotations} rotations`, async () => {
    const { db, keys, scenes, since, checked } = await rotated(rotations);
    const putBack = await copyOfTrail(db);
    const last = keysFrom(LAST_KEY);
    const goOn = async () => {
      // For retention to delete.
      await sql`insert into activity (id, action, user_id, ip_address, location, device, user_agent, created_at, staff, mac)
        values ('ancient', 'login', 'x', '', '', '', '', 1, 1, 'x')`.execute(db);
      await beginChain(db, keys, Date.now());
      await chainer(db, keys).link();
      await redactAll(db, keys);
      await deleteOldStaffEntries(db, keys, Date.now() - 400 * DAY_MS, 100, Date.now());
      await db.transaction().execute(async (trx) => {
        await resealAll(trx, keys, last);
        await changeChainKey(trx, keys, last, Date.now());
      });
    };
    await goOn();
    expect(await findings(db, last, { since })).toEqual([]);
    await putBack(db);
    for (const [what, { forge, looksUnchained }] of forgeries) {
      await forge(scenes[0] as Scene);
      await goOn();
      if (!looksUnchained) expect.soft(await findings(db, last), what).not.toEqual([]);
      expect.soft(await findings(db, last, { since }), what).not.toEqual([]);
      await putBack(db);
    }
    expect(await checked()).toMatch(WHOLE);
  });

  test(`A head kept elsewhere exposes a cut-off end and an old copy after ${rotations} rotations`, async () => {
    const { db, keys, scenes, copies, since, checked } = await rotated(rotations);
    const putBack = await copyOfTrail(db);
    const head = ['--since', headText(since)];
    for (const [at, scene] of scenes.entries()) {
      const server = chainer(db, keys);
      await server.link();
      await cutOffEnd(scene);
      // Without the head, only a missing key exposes it.
      expect(WHOLE.test(await checked())).toBe(at === rotations);
      expect(found(await checked(head))).not.toEqual([]);
      await server.link();
      expect((await server.check()).findings).not.toEqual([]);
      await putBack(db);
    }
    for (const [at, copy] of copies.entries()) {
      const list = await db.selectFrom('audit_keys').selectAll().execute();
      await copy(db);
      if (at === rotations) expect(await checked()).toMatch(WHOLE);
      else {
        await db.updateTable('server_key').set({ key_id: keys.id }).execute();
        expect(found(await checked())).not.toEqual([]);
        // With today's list of keys.
        await db.deleteFrom('audit_keys').execute();
        await db.insertInto('audit_keys').values(list).execute();
        expect(found(await checked())).toContainEqual([expect.any(Number), 'cut']);
      }
      expect(found(await checked(head))).not.toEqual([]);
      await putBack(db);
    }
    expect(await checked(head)).toMatch(WHOLE);
  });
});

test('An old copy that grew past the head is found with that head, and by the process that has seen it', async () => {
  const { app, links } = await recorded();
  const [, second, third] = suspensions(links);
  const cut = [second, third];
  const ids = cut.map(({ entry_id }) => entry_id ?? '');
  await app.db.deleteFrom('activity').where('id', 'in', ids).execute();
  await app.db.deleteFrom('audit_chain').where('entry_id', 'in', ids).execute();
  const admin = await signedIn(app, ADMIN);
  for (const username of ['vera', 'nils', 'omar']) await suspend(app, admin, username);
  await app.audit.link();
  expect((await headOf(app.db))?.position).toBeGreaterThan(third.position);
  expect(await verify(app.database)).toMatch(WHOLE);
  expect(found(await verify(app.database, { args: ['--since', headText(third)] }))).toEqual([
    [third.position, 'changed'],
  ]);
  expect((await app.audit.check()).findings).toMatchObject([{ wrong: 'cut', position: third.position }]);
});

test('Retention does not sign for a link that temporarily names another entry', async () => {
  const { app, links } = await recorded();
  const [, second] = suspensions(links);
  const real = second.entry_id ?? '';
  const row = await app.db.selectFrom('activity').selectAll().where('id', '=', real).executeTakeFirstOrThrow();
  const rename = (entry_id: string) =>
    app.db.updateTable('audit_chain').set({ entry_id }).where('position', '=', second.position).execute();
  await app.db
    .insertInto('activity')
    .values({ ...row, id: 'ancient', created_at: 1 })
    .execute();
  await rename('ancient');
  await app.sweep();
  expect(await app.db.selectFrom('activity').select('id').where('id', '=', 'ancient').execute()).toEqual([]);
  await rename(real);
  await app.db.deleteFrom('activity').where('id', '=', real).execute();
  await app.db.deleteFrom('audit_waiting').execute();
  expect(found(await verify(app.database))).toEqual([[second.position, 'missing']]);
});

test('An inserted entry is never taken for one from before the chain, even when the start of the chain is moved', async () => {
  const { app, links } = await recorded();
  const added = async ({ db, audit }: TestApp, id: string) => {
    const from = suspensions(links)[0].entry_id ?? '';
    const row = await db.selectFrom('activity').selectAll().where('id', '=', from).executeTakeFirstOrThrow();
    await db
      .insertInto('activity')
      .values({ ...row, id, mac: null })
      .execute();
    await audit.link();
  };
  await added(app, 'on the first day');
  expect(found(await verify(app.database))).toEqual([[null, 'added']]);
  await app.db.deleteFrom('activity').where('id', '=', 'on the first day').execute();

  await app.db.deleteFrom('audit_chain').execute();
  await app.db.updateTable('activity').set({ mac: null }).execute();
  await sql`delete from audit_waiting`.execute(app.db);
  await sql`insert into audit_waiting (entry_id) select id from activity where staff = 1`.execute(app.db);
  await app.close();
  const again = await startApp({ database: app.database });
  onTestFinished(() => again.close());
  await again.audit.link();
  expect(await verify(again.database)).toMatch(WHOLE);
  again.clock.advance(2 * DAY_MS);
  const beginAt = (linked_at: number) =>
    again.db.updateTable('audit_chain').set({ linked_at }).where('position', '=', 0).execute();
  const begin = await again.db
    .selectFrom('audit_chain')
    .select('linked_at')
    .where('position', '=', 0)
    .executeTakeFirstOrThrow();
  await beginAt(again.clock.now());
  await added(again, 'as if from before');
  await beginAt(begin.linked_at);
  expect(found(await verify(again.database))).toEqual([[null, 'added']]);
});
