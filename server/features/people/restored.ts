import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { addressIn } from './person.ts';

/** `owner`: the account's id, which stays when its address changes. */
interface StoredAddress {
  readonly email: string;
  readonly owner: string | null;
}

interface Place {
  readonly table: string;
  readonly key: string;
  readonly email: RawBuilder<string>;
  readonly where?: RawBuilder<boolean>;
}

const column = (name: string) => sql.ref<string>(name);

/** Tables with full addresses. The log is last to lose them. */
const places = (db: Db): readonly Place[] => [
  { table: 'users', key: 'id', email: column('email') },
  { table: 'verified_addresses', key: 'id', email: column('email') },
  { table: 'registrations', key: 'id', email: column('email') },
  { table: 'guest_verifications', key: 'guest_secret', email: column('email') },
  { table: 'outbox', key: 'id', email: column('recipient'), where: sql`channel in ('mail', 'webhook')` },
  { table: 'activity', key: 'id', email: addressIn(db), where: sql`action = 'code_success'` },
];

const ROWS_READ = 5_000;

/** May repeat an address. */
export async function* storedAddresses(db: Db): AsyncGenerator<StoredAddress> {
  for (const { table, key, email, where = sql`1 = 1` } of places(db))
    for (let after = ''; ; ) {
      const { rows } = await sql<{ id: string; email: string | null }>`
        select ${sql.ref(key)} as id, ${email} as email from ${sql.table(table)}
        where ${sql.ref(key)} > ${after} and ${where} order by ${sql.ref(key)} limit ${sql.lit(ROWS_READ)}`.execute(db);
      for (const { id, email } of rows) if (email !== null) yield { email, owner: table === 'users' ? id : null };
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
}
