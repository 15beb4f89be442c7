import { type RawBuilder, sql } from 'kysely';
import type { Keys } from '../../crypto/keys.ts';
import { displayName, isPostgres } from '../../db/queries.ts';
import type { Db, Trx, UserRow } from '../../db/tables.ts';
import { folded } from '../../text/names.ts';
import { emailHash } from '../log/activity/email-search.ts';
import type { Finder } from './rules.ts';

/** Who asks. Staff also reach the account; a guest has only proved the address. */
export type Door = 'staff' | 'guest';

type Account = UserRow & { readonly name: string };

export interface Person {
  readonly door: Door;
  readonly email: string;
  readonly emailKey: string;
  readonly addressHash: string;
  /** Null when a guest asks. */
  readonly account: Account | null;
  /** Id of the account with this address, whoever asks. */
  readonly ownerId: string | null;
  /** Spellings of the address, see `spellingsOf`. */
  readonly addresses: readonly string[];
  /** Public ids of browsers that confirmed this address and no other. */
  readonly browsers: readonly string[];
  readonly secrets: readonly string[];
  /** Public ids of all browsers that asked for a code for it: that row is erased, the browser may not be theirs. */
  readonly askers: readonly string[];
}

const FOREIGN = /\P{ASCII}/u;
const asciiFolded = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

const TYPED = [
  ['guest_verifications', 'email'],
  ['email_changes', 'email'],
  ['outbox', 'recipient'],
] as const;

/** The values SQL's `lower` can give. SQLite's folds only ASCII, so for other scripts the stored spellings are looked up. */
async function spellingsOf(db: Db | Trx, emailKey: string): Promise<string[]> {
  const spellings = new Set([emailKey]);
  if (!FOREIGN.test(emailKey)) return [...spellings];
  for (const [table, column] of TYPED) {
    const text = sql.ref(column);
    const isForeign = isPostgres(db) ? sql`${text} ~ '[^[:ascii:]]'` : sql`${text} glob ${'*[^\u0001-\u007f]*'}`;
    const { rows } = await sql<{ text: string }>`
      select distinct ${text} as text from ${sql.table(table)} where ${isForeign}`.execute(db);
    for (const row of rows) if (folded(row.text) === emailKey) spellings.add(asciiFolded(row.text));
  }
  return [...spellings];
}

const isTyped = (column: string, addresses: readonly string[]) =>
  sql<boolean>`lower(${sql.ref(column)}) in (${sql.join(addresses)})`;

/** In a transaction it locks the code rows: it waits for a running check and blocks the next until the commit. */
export async function findPerson(
  db: Db | Trx,
  keys: Keys,
  email: string,
  door: Door,
  /** For a resumed erasure: the address may have changed since. */
  accountId: string | null = null,
): Promise<Person> {
  const emailKey = folded(email);
  const addresses = await spellingsOf(db, emailKey);
  const owner = await db
    .selectFrom('users')
    .selectAll()
    .select(displayName.$notNull().as('name'))
    .where(accountId === null ? 'email_key' : 'id', '=', accountId ?? emailKey)
    .executeTakeFirst();
  const account = door === 'staff' ? (owner ?? null) : null;
  const asked = await db
    .selectFrom('guest_verifications')
    .select(['guest_secret', 'public_id', 'verified_at'])
    .where(isTyped('email', addresses))
    // The lock order of `holdForTry`, against deadlocks.
    .$if(db.isTransaction && isPostgres(db), (rows) => rows.orderBy('guest_secret').forUpdate())
    .execute();
  const confirmed = await db
    .selectFrom('verified_addresses')
    .select('guest_id')
    .distinct()
    .where('email_key', '=', emailKey)
    .execute();
  const candidates = new Set(confirmed.map(({ guest_id }) => guest_id));
  for (const { public_id, verified_at } of asked)
    if (public_id !== null && verified_at !== null) candidates.add(public_id);
  const others = await browsersOfOthers(db, [...candidates], emailKey, addresses);
  const browsers = [...candidates].filter((id) => !others.has(id));
  return {
    door,
    email,
    emailKey,
    addressHash: emailHash(keys, email),
    account,
    ownerId: owner?.id ?? null,
    addresses,
    browsers,
    secrets: asked
      .filter(({ public_id }) => public_id !== null && browsers.includes(public_id))
      .map(({ guest_secret }) => guest_secret),
    askers: asked.flatMap(({ public_id }) => public_id ?? []),
  };
}

/** Keeps SQLite from using the index on actions, which reads a year of them. */
const unindexedAction = sql<string>`action || ''`;

/** Browsers that confirmed another address too: it's unknown who opened which page. The log goes back furthest. */
export async function browsersOfOthers(
  db: Db | Trx,
  ids: readonly string[],
  emailKey: string,
  addresses: readonly string[],
): Promise<Set<string | null>> {
  if (ids.length === 0) return new Set();
  const verified = await db
    .selectFrom('verified_addresses')
    .select('guest_id')
    .distinct()
    .where('guest_id', 'in', ids)
    .where('email_key', '<>', emailKey)
    .execute();
  const logged = await db
    .selectFrom('activity')
    .select('guest_id')
    .distinct()
    .where('guest_id', 'in', ids)
    .where(unindexedAction, '=', 'code_success')
    .where(addressIn(db), 'not in', addresses)
    .execute();
  return new Set([...verified, ...logged].map(({ guest_id }) => guest_id));
}

/** Address of an entry: its hash, or the plain text. Must match the expression of the index `activity_by_address`. */
export function addressIn(db: Db | Trx): RawBuilder<string> {
  const part = (name: string) =>
    isPostgres(db) ? `substring(details from '"${name}":"([^"]+)"')` : `json_extract(details, '$.${name}')`;
  return sql.raw(`coalesce(${part('addressHash')}, lower(${part('email')}))`);
}

const CHANGES_MAX = 200;

/** Earlier and requested addresses of the account, which got its emails. Not those that another account has now. */
export async function otherAddresses(db: Db | Trx, { account, emailKey }: Person): Promise<string[]> {
  if (account === null) return [];
  const changes = (column: 'user_id' | 'target') =>
    db
      .selectFrom('activity')
      .select('details')
      .where(column, '=', account.id)
      .where(unindexedAction, '=', 'profile_update')
      .$if(column === 'target', (query) => query.where(sql<boolean>`staff = 1`))
      .where((is) =>
        is.or([
          is('details', 'like', '%"change":"own e-mail"%'),
          is.and([is('details', 'like', '%"change":"edited"%'), is('details', 'like', '%"email":%')]),
        ]),
      )
      .limit(CHANGES_MAX)
      .execute();
  const rows = [...(await changes('user_id')), ...(await changes('target'))];
  const wanted = await db.selectFrom('email_changes').select('email').where('user_id', '=', account.id).execute();
  const found = new Set([
    ...rows.flatMap(({ details }) => addressesIn(details)),
    ...wanted.map(({ email }) => folded(email)),
  ]);
  found.delete(emailKey);
  if (found.size === 0) return [];
  const taken = await db
    .selectFrom('users')
    .select('email_key')
    .where('email_key', 'in', [...found])
    .execute();
  for (const { email_key } of taken) found.delete(email_key ?? '');
  return [...found];
}

function addressesIn(details: string | null): string[] {
  const { from, to, changed } = JSON.parse(details ?? '{}') as {
    from?: unknown;
    to?: unknown;
    changed?: { email?: { from?: unknown; to?: unknown } };
  };
  return [from, to, changed?.email?.from, changed?.email?.to].flatMap((value) =>
    typeof value === 'string' && value.includes('@') ? folded(value) : [],
  );
}

/** Null if the person has no such value. */
export function conditionFor(by: Finder, column: string, person: Person): RawBuilder<boolean> | null {
  const among = (values: readonly string[]) =>
    values.length === 0 ? null : sql<boolean>`${sql.ref(column)} in (${sql.join(values)})`;
  switch (by) {
    case 'account':
      return person.account === null ? null : among([person.account.id]);
    case 'address':
      return among([person.emailKey]);
    case 'typed address':
      return isTyped(column, person.addresses);
    case 'browser':
      return among(person.browsers);
    case 'secret':
      return among(person.secrets);
    case 'gate subject':
      return among(person.addresses);
  }
}
