import { type RawBuilder, sql } from 'kysely';
import type { Db, Tables, Trx } from '../db/tables.ts';
import type { Keys, Sealed } from './keys.ts';

interface Place {
  readonly table: keyof Tables;
  readonly key: string;
  readonly column: string;
  readonly where: RawBuilder<boolean>;
  readonly erased: RawBuilder<unknown>;
}

const place = (
  table: keyof Tables,
  key: string,
  column: string,
  erased = sql`${sql.ref(column)} = null`,
  where = sql<boolean>`${sql.ref(column)} is not null`,
): Place => ({ table, key, column, where, erased });

const LOST = sql`sealed = null, state = 'failed', error = 'The server key was lost', finished_at = due_at`;
const IS_TOKEN = sql<boolean>`name = 'telegramBotToken' and value <> ''`;

const PLACES: Readonly<Record<Sealed, Place>> = {
  'temporary-password': place('users', 'id', 'temporary_password'),
  outbox: place('outbox', 'id', 'sealed', LOST),
  'telegram-bot-token': place('settings', 'name', 'value', sql`value = ''`, IS_TOKEN),
  // An account without a passkey then needs a reset.
  'totp-secret': place('totp_apps', 'user_id', 'secret', sql`secret = null, added_at = null`),
  'offered-totp-secret': place(
    'totp_apps',
    'user_id',
    'offered_secret',
    sql`offered_secret = null, offered_until = null`,
  ),
  'recovery-code': place('recovery_codes', 'id', 'sealed_hash'),
  'audit-key': place('audit_keys', 'key_id', 'sealed'),
  'legal-hold': place('legal_holds', 'id', 'sealed'),
  erasure: place('erasures', 'id', 'sealed'),
};

const EXAMPLES = 20;
const ROWS_AT_ONCE = 500;

interface SealedRow {
  readonly key: string;
  readonly sealed: string;
}

async function rowsOf(db: Db | Trx, { table, key, column, where }: Place, after: string, most: number) {
  const { rows } = await sql<SealedRow>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${where} and ${sql.ref(key)} > ${after} order by ${sql.ref(key)} limit ${most}`.execute(db);
  return rows;
}

function opened(keys: Keys, sealed: string, purpose: Sealed): string | null {
  try {
    return keys.open(sealed, purpose);
  } catch {
    return null;
  }
}

const purposes = Object.keys(PLACES) as Sealed[];
/** Databases from before key ids. */
const FIRST: readonly Sealed[] = ['temporary-password', 'outbox', 'telegram-bot-token'];

/** Null if nothing is sealed. One success is enough, because some values may have been sealed with a lost key. */
export async function canOpenSealed(db: Db | Trx, keys: Keys): Promise<boolean | null> {
  let found = false;
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name));
  for (const purpose of FIRST.filter((each) => tables.has(PLACES[each].table))) {
    for (const { sealed } of await rowsOf(db, PLACES[purpose], '', EXAMPLES)) {
      if (opened(keys, sealed, purpose) !== null) return true;
      found = true;
    }
  }
  return found ? false : null;
}

/** Values that the old key can't open stay as they are. */
export async function resealAll(trx: Trx, from: Keys, to: Keys): Promise<{ sealed: number; unreadable: number }> {
  const counts = { sealed: 0, unreadable: 0 };
  for (const purpose of purposes) {
    const place = PLACES[purpose];
    for (let after = ''; ; ) {
      const rows = await rowsOf(trx, place, after, ROWS_AT_ONCE);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.key;
      const fresh: SealedRow[] = [];
      for (const { key, sealed } of rows) {
        const plain = opened(from, sealed, purpose);
        if (plain !== null) fresh.push({ key, sealed: to.seal(plain, purpose) });
      }
      if (purpose !== 'audit-key') {
        counts.sealed += fresh.length;
        counts.unreadable += rows.length - fresh.length;
      }
      if (fresh.length > 0) await store(trx, place, fresh);
    }
  }
  return counts;
}

async function store(trx: Trx, { table, key, column }: Place, fresh: readonly SealedRow[]): Promise<void> {
  const values = sql.join(fresh.map((row) => sql`(${row.key}, ${row.sealed})`));
  await sql`
    with fresh (id, sealed) as (values ${values})
    update ${sql.table(table)} set ${sql.ref(column)} = fresh.sealed from fresh
    where ${sql.ref(`${table}.${key}`)} = fresh.id`.execute(trx);
}

export async function eraseSealed(trx: Trx): Promise<number> {
  let erased = 0n;
  for (const purpose of purposes) {
    const { table, where, erased: values } = PLACES[purpose];
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${values} where ${where}`.execute(trx);
    erased += numAffectedRows ?? 0n;
  }
  return Number(erased);
}
