import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { headOf, headText } from '../../server/db/audit-chain/links.ts';
import { auditKey, entryMac, linkHash } from '../../server/db/audit-chain/sums.ts';
import type { LinkRow } from '../../server/db/tables.ts';
import { keysFrom } from '../../server/keys.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, TEST_KEY, type TestApp } from '../support/app.ts';
import { found, verify, WHOLE } from '../support/audit.ts';
import { runCommand } from '../support/command.ts';
import { newDatabase } from '../support/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Mallory is an admin who has got at the database, and wants nobody to see what they did. */
async function recorded(): Promise<{ app: TestApp; links: LinkRow[] }> {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  for (const username of ['mira', 'hugo', 'zoe']) {
    app.clock.advance(1_000);
    const { id } = await createAccount(app, { username });
    const answer = await admin.request({
      method: 'PATCH',
      url: `/api/admin/users/${id}/status`,
      payload: { status: 'suspended' },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  await app.audit.link();
  expect(await verify(app.database)).toMatch(WHOLE);
  return { app, links: await app.db.selectFrom('audit_chain').selectAll().orderBy('position').execute() };
}

/** The last three are the suspensions. */
const suspensions = (links: readonly LinkRow[]) => links.slice(-3) as [LinkRow, LinkRow, LinkRow];

const changes = {
  'other details': { details: '{"change":"status","status":"active","user":"x","username":"mira"}' },
  'another actor': { user_id: 'somebody-else' },
  'another name of the actor': { actor_name: 'vera' },
  'another time': { created_at: 1 },
  'another address': { ip_address: '192.0.2.1' },
  'another kind, so that no filter finds it': { kind: 'login' },
  'another target': { target: null },
  'no entry of staff any more': { staff: 0 },
  'another sum': { mac: 'x' },
} as const;

test('an entry that was changed in any way is found', async () => {
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

  // The dashboard says so too, without anybody having run a command.
  const admin = await signedIn(app, ADMIN);
  const checked = async (): Promise<{ result: string; advice: string } | undefined> => {
    const checks = (await admin.get('/api/admin/security-check')).json();
    return checks.find(({ id }: { id: string }) => id === 'audit-trail');
  };
  expect(await checked()).toMatchObject({ result: 'pass', advice: 'The trail of what staff did is whole.' });
  await entries.set(changes['another actor']).execute();
  const check = await checked();
  expect(check?.result).toBe('fail');
  expect(check?.advice).toContain(`Position ${second.position}, changed`);
});

test('two entries with each other’s times are both found', async () => {
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

test('a deleted entry is missing, also when its link says that retention has deleted it', async () => {
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

test('an entry that is deleted with its link leaves a gap, also when the links behind it are numbered anew', async () => {
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

test('two links that have changed places are found', async () => {
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

test('an entry that is taken away before it has its link is missed', async () => {
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

test('an entry that somebody has put there is refused by the chain, whatever it says of itself', async () => {
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
  expect(app.logged.some((line) => line.includes('entries that nobody here has written'))).toBe(true);
});

test('a tail that is cut off is found by the head in the log, and by the process that has seen it', async () => {
  const { app, links } = await recorded();
  const [, second, third] = suspensions(links);
  const head = headText(third);
  await app.close();
  // Written to the log when the process ends.
  const told = app.logged.flatMap((line) => JSON.parse(line).head ?? []);
  expect(told.at(-1)).toBe(head);
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

test('an emptied chain is found, also after the next start has begun a new one', async () => {
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

test('retention cuts at a signed point, and nobody else can', async () => {
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
  // The head from before the cut is the place of the cut.
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

test('retention deletes what is old also where it was linked late, and the link says that it did', async () => {
  const { app } = await recorded();
  const old = app.clock.now() - 400 * DAY_MS;
  await sql`insert into activity (id, action, user_id, ip_address, location, device, user_agent, created_at, staff)
    values ('old', 'login', 'x', '', '', '', '', ${old}, 1)`.execute(app.db);
  await app.sweep();
  expect(await app.db.selectFrom('activity').select('id').where('id', '=', 'old').execute()).toEqual([]);
  expect(await verify(app.database)).toMatch(WHOLE);
});

test('entries from before the chain are taken over by the first start, found by filters, and bound from then on', async () => {
  const { app } = await recorded();
  await app.db.deleteFrom('audit_chain').execute();
  await app.db.updateTable('activity').set({ mac: null, kind: null, target: null }).execute();
  await sql`insert into audit_waiting (entry_id) select id from activity where staff = 1`.execute(app.db);
  await app.close();
  const again = await startApp({ database: app.database });
  await again.audit.link();
  const text = await verify(again.database);
  expect(text).toMatch(WHOLE);
  expect(text).toMatch(/, \d+ entries from before there was a chain/);
  const admin = await signedIn(again, ADMIN);
  expect((await admin.get('/api/admin/audit?kind=status')).json()).toHaveLength(3);
  await again.db.updateTable('activity').set({ details: null }).where('kind', '=', 'status').execute();
  expect(found(await verify(again.database)).map(([, wrong]) => wrong)).toEqual(['changed', 'changed', 'changed']);
});

const NEW_KEY = 'another-key-that-is-long-enough-too';

test('with another key the chain goes on, and whoever has the old one cannot change what it has bound', async () => {
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

  // With the old key a link can be made that is right by itself.
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

test('where the key is lost the chain goes on with another, and says how much it could not check', async () => {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const app = await startApp({ database });
  await signedIn(app, ADMIN);
  await app.close();
  const lost = await runCommand('rotate-key', ['--lost'], { ...database.env, SECRET_KEY: NEW_KEY });
  expect(lost.code, lost.stderr).toBe(0);
  const again = await startApp({ database, env: { SECRET_KEY: NEW_KEY } });
  await signedIn(again, ADMIN);
  await again.audit.link();
  const text = await verify(database, { SECRET_KEY: NEW_KEY });
  expect(text).toMatch(WHOLE);
  expect(text).toContain('of a lost key, of which only the order was checked');
  await again.db.deleteFrom('activity').where('action', '=', 'login').execute();
  expect(found(await verify(database, { SECRET_KEY: NEW_KEY })).map(([, wrong]) => wrong)).toContain('missing');
});

test('the command ends with 1 where something is wrong, and with 0 where nothing is', async () => {
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
    expect((await runCommand('audit', args, env)).stderr).toContain('Usage: npm run audit');
});
