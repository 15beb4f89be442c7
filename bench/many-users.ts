import pg from 'pg';
import { CLOCK_SKEW_MS } from '../server/clock.ts';
import type { Keys } from '../server/crypto/keys.ts';
import { newId } from '../server/db/ids.ts';
import type { Db } from '../server/db/tables.ts';
import { accountRow } from '../server/features/users/accounts.ts';

const FIRST =
  'Anna Ben Carla David Emma Finn Greta Hugo Ida Jan Klara Leo Mia Noah Olga Paul Quinn Rosa Sara Tom Uma Vera Will Xena Yara Zoe'.split(
    ' ',
  );
const LAST =
  'Schmidt Miller Garcia Rossi Novak Kowalski Dubois Jansen Silva Nielsen Horvat Papadopoulos Andersson Murphy Kim Tanaka Ivanov Cohen Haddad Okafor'.split(
    ' ',
  );
const AT_ONCE = 500;

/** The same users every time. One in fifty works at a company of their own; three have a unique name. */
function person(index: number) {
  const firstName = FIRST[index % FIRST.length] as string;
  const lastName = LAST[Math.floor(index / FIRST.length) % LAST.length] as string;
  const host = index % 50 === 0 ? `company${index % 977}.example` : 'example.com';
  const username = `${firstName}.${lastName}.${index}`.toLowerCase();
  return { username, email: `${username}@${host}`, firstName, lastName: index % 400_000 === 7 ? 'Quetzal' : lastName };
}

const DAY_MS = 24 * 60 * 60 * 1000;

const isAdmin = (index: number) => index % 100_000 === 9;

/** The number of admins among the accounts. */
export const adminsAmong = (count: number) => Array.from({ length: count }, (_, index) => index).filter(isAdmin).length;

/**
 * Accounts created over three years, with a last use since then; one in fifty is suspended, and there are ten more
 * admins.
 */
function history(index: number, count: number, now: number) {
  const created = now - Math.floor(((count - index) / count) * 1_000 * DAY_MS);
  const used = created + Math.floor((((index * 7_919) % 10_007) / 10_007) * (now - created));
  return {
    status: index % 50 === 3 ? 'suspended' : index % 200 === 4 ? 'needs_auth' : 'active',
    role: isAdmin(index) ? 'admin' : 'user',
    created_at: created,
    updated_at: used,
    signed_in_at: used,
    active_at: used,
  } as const;
}

/** Inserts the accounts and builds the search index afterwards, which is several times faster. */
export async function insertManyUsers(
  db: Db,
  keys: Keys,
  { count, databaseUrl }: { count: number; databaseUrl: string | null },
): Promise<void> {
  // On a connection of its own: building an index exceeds the application's query timeout.
  const client = databaseUrl === null ? null : new pg.Client({ connectionString: databaseUrl });
  await client?.connect();
  await client?.query('drop index user_search_by_part');
  const now = Date.now();
  for (let at = 0; at < count; at += AT_ONCE * 20) {
    await db.transaction().execute(async (trx) => {
      for (let from = at; from < Math.min(at + AT_ONCE * 20, count); from += AT_ONCE) {
        const rows = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => ({
          ...accountRow(
            { ...person(from + index), role: 'user', passwordState: 'own', passwordHash: 'none' },
            keys,
            now,
          ),
          ...history(from + index, count, now),
        }));
        await trx.insertInto('users').values(rows).execute();
      }
    });
  }
  await client?.query(
    'create index user_search_by_part on user_search using gin (gatehouse_parts(search)) with (fastupdate = off)',
  );
  await client?.query('vacuum analyze users, user_search');
  await client?.end();
}

/** Fresh sessions of users from all over the list. They count as online during the measurement. */
export async function insertOnline(db: Db, count: number): Promise<void> {
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'active')
    .orderBy('email_key')
    .limit(count)
    .execute();
  const at = Date.now();
  await db.transaction().execute(async (trx) => {
    for (const { id } of users) {
      const session = { id: newId(at), token_hash: id, user_id: id, ip_address: '127.0.0.1', location: '', device: '' };
      // A moment in the future, as with the clock of another machine.
      const times = { created_at: at, seen_at: at + CLOCK_SKEW_MS / 2, expires_at: at + DAY_MS };
      await trx
        .insertInto('sessions')
        .values({ ...session, ...times })
        .execute();
    }
  });
}
