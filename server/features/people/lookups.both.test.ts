import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAccount } from '../../../tests/support/accounts.ts';
import { startApp } from '../../../tests/support/app.ts';
import { planOf } from '../../../tests/support/query-plan.ts';
import { displayName, isPostgres } from '../../db/queries.ts';
import type { Db, Tables, Trx } from '../../db/tables.ts';
import { countEntries, exportEntries } from './entries.ts';
import { clearGateSubjects, deleteMailTo, namesOf, notificationsAbout } from './mentions.ts';
import { browsersOfOthers, findPerson, otherAddresses, type Person } from './person.ts';
import { countAt, placesOf, rowsAt } from './rows.ts';

/** Requests of minutes, and what staff have a handful of. */
const SMALL: readonly (keyof Tables)[] = ['email_changes', 'setting_proposals'];

test('Every lookup of a person follows an index', async () => {
  const app = await startApp();
  const { id } = await createAccount(app, { email: 'mira@example.com' });
  await app.db.transaction().execute(async (trx) => {
    // So that tables without rows are planned like large ones.
    if (isPostgres(trx)) await sql`set local enable_seqscan = off`.execute(trx);
    const account = await trx
      .selectFrom('users')
      .selectAll()
      .select(displayName.$notNull().as('name'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const person: Person = {
      ...(await findPerson(trx, app.keys, 'mira@example.com', 'staff')),
      account,
      browsers: ['browser'],
      secrets: ['secret'],
    };
    const scans = async (work: (db: Db) => Promise<unknown>) =>
      (await planOf(trx, work)).split('\n').filter((step) => /\bSCAN\b|Seq Scan|activity_by_action/.test(step));
    const works: readonly ((db: Db) => Promise<unknown>)[] = [
      (db) => findPerson(db, app.keys, 'mira@example.com', 'staff'),
      (db) => otherAddresses(db, person),
      (db) => browsersOfOthers(db, ['browser'], person.emailKey, person.addresses),
      (db) => countEntries(db, person, namesOf(person)),
      (db) => notificationsAbout(db, person),
      (db) => exportEntries(db, person, 500),
      (db) => clearGateSubjects(db as Trx, person),
      (db) => deleteMailTo(db as Trx, ['earlier@example.com']),
      ...placesOf(person)
        .filter(({ table }) => !SMALL.includes(table))
        .flatMap((place) => [(db: Db) => countAt(db, place), (db: Db) => rowsAt(db, place, 500)]),
    ];
    const found = [];
    for (const work of works) found.push(...(await scans(work)));
    expect(found).toEqual([]);
  });
});
