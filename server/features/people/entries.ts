import { type RawBuilder, sql } from 'kysely';
import type { ChangeKind } from '../../../contract/log/activity.rules.ts';
import type { DataRecord } from '../../../contract/people/people.ts';
import { maskedEmail } from '../../../contract/text/masked-email.ts';
import type { Core } from '../../core.ts';
import { redactEntries } from '../../db/audit-chain/redaction.ts';
import { isPostgres } from '../../db/queries.ts';
import type { ActivityRow, Db, Trx } from '../../db/tables.ts';
import type { Person } from './person.ts';
import { isNamedIn, type Redacting, redactedEntry } from './redact.ts';
import { recordOf } from './rows.ts';

type Condition = RawBuilder<boolean>;

const OWN = sql<boolean>`staff = 0`;
const OF_STAFF = sql<boolean>`staff = 1`;

const among = (column: string, ids: readonly string[]) => sql<boolean>`${sql.ref(column)} in (${sql.join(ids)})`;

/** Exactly the expression and the condition of the index `activity_by_address`. */
function isAboutAddress(db: Db | Trx, { addresses, addressHash }: Person): Condition {
  const part = (name: string) =>
    isPostgres(db) ? `substring(details from '"${name}":"([^"]+)"')` : `json_extract(details, '$.${name}')`;
  const key = sql.raw(`coalesce(${part('addressHash')}, lower(${part('email')}))`);
  return sql<boolean>`action in ('email_entry', 'code_success') and ${key} in (${sql.join([addressHash, ...addresses])})`;
}

interface Wanted {
  readonly withUnconfirmed: boolean;
}

function browsersOf({ browsers, unconfirmed }: Person, { withUnconfirmed }: Wanted): readonly string[] {
  return withUnconfirmed ? [...browsers, ...unconfirmed] : browsers;
}

/** Each along an index. */
function ownConditions(db: Db | Trx, person: Person, wanted: Wanted): Condition[] {
  const ids = browsersOf(person, wanted);
  return [
    ...(person.account === null ? [] : [sql<boolean>`user_id = ${person.account.id} and ${OWN}`]),
    ...(ids.length === 0 ? [] : [sql<boolean>`${among('guest_id', ids)} and ${OWN}`]),
    sql<boolean>`${isAboutAddress(db, person)} and ${OWN}`,
  ];
}

/** Done by the account when it was one of staff. */
const staffWork = ({ account }: Person): Condition =>
  sql<boolean>`user_id = ${account?.id ?? ''} and ${OF_STAFF} and actor_name is not null`;

/** A new address of somebody who was staff then. */
const isUnredacted = sql<boolean>`kind = 'own e-mail' and details not like '%"to":"erased-%'`;

function auditConditions(person: Person, wanted: Wanted): Condition[] {
  const ids = browsersOf(person, wanted);
  const { account } = person;
  return [
    ...(account === null
      ? []
      : [
          sql<boolean>`target = ${account.id} and ${OF_STAFF}`,
          sql<boolean>`user_id = ${account.id} and ${OF_STAFF} and (actor_name is null or (${isUnredacted}))`,
        ]),
    ...(ids.length === 0 ? [] : [sql<boolean>`${among('guest_id', ids)} and ${OF_STAFF}`]),
  ];
}

const idsWhere = async (db: Db | Trx, where: Condition, most: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from activity where ${where} limit ${sql.lit(most)}`.execute(db);
  return rows.map(({ id }) => id);
};

async function distinctIds(db: Db | Trx, conditions: readonly Condition[], most: number): Promise<string[]> {
  const found = new Set<string>();
  for (const where of conditions) {
    if (found.size >= most) break;
    for (const id of await idsWhere(db, where, most)) found.add(id);
  }
  return [...found].slice(0, most);
}

/** Their details hold a search, an address or a person that staff typed; few, and all found by their kind. */
const TYPED_KINDS: readonly ChangeKind[] = [
  'users exported',
  'activity exported',
  'audit exported',
  'verified exported',
  'bulk started',
  'webhook resent',
  'person searched',
  'person downloaded',
  'hold set',
  'hold ended',
];

async function typedEntries(db: Db | Trx, person: Person, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<Pick<ActivityRow, 'id' | 'details'>>`
    select id, details from activity where ${OF_STAFF} and kind in (${sql.join(TYPED_KINDS)})`.execute(db);
  const masked = maskedEmail(person.email);
  return rows
    .filter(({ details }) => {
      const { search, email, addressHash, ...filters } = JSON.parse(details ?? '{}') as Record<string, unknown>;
      return (
        addressHash === person.addressHash ||
        (person.account !== null && Object.values(filters).includes(person.account.id)) ||
        email === masked ||
        (typeof search === 'string' && isNamedIn(search, names))
      );
    })
    .map(({ id }) => id);
}

export async function countEntries(db: Db | Trx, person: Person, names: readonly string[]) {
  const own = await distinctIds(db, ownConditions(db, person, { withUnconfirmed: true }), COUNTED_MAX);
  const audit = new Set([
    ...(await distinctIds(db, auditConditions(person, { withUnconfirmed: true }), COUNTED_MAX)),
    ...(await typedEntries(db, person, names)),
  ]);
  return { own: own.length, audit: audit.size, staffWork: await countStaffWork(db, person) };
}

export async function countStaffWork(db: Db | Trx, person: Person): Promise<number> {
  return person.account === null ? 0 : (await idsWhere(db, staffWork(person), COUNTED_MAX)).length;
}

const COUNTED_MAX = 100_000;

/** Newest first. Of entries of staff only what the person was shown: the rest is about staff, too. */
export async function exportEntries(
  db: Db | Trx,
  person: Person,
  most: number,
): Promise<Record<'log' | 'audit', { records: DataRecord[]; isCut: boolean }>> {
  const wanted = { withUnconfirmed: false };
  const read = async (conditions: readonly Condition[]) => {
    const ids = await distinctIds(db, conditions, most + 1);
    if (ids.length === 0) return [];
    return db.selectFrom('activity').selectAll().where('id', 'in', ids).orderBy('created_at', 'desc').execute();
  };
  const present = (rows: readonly ActivityRow[], toRecord: (row: ActivityRow) => DataRecord) => ({
    records: rows.slice(0, most).map(toRecord),
    isCut: rows.length > most,
  });
  return {
    log: present(await read(ownConditions(db, person, wanted)), (row) =>
      recordOf('activity', { ...row, details: detailsShown(row.details) }, person),
    ),
    audit: present(await read(auditConditions(person, wanted)), ({ kind, action, created_at }) => [
      { field: 'kind', value: kind ?? action },
      { field: 'createdAt', value: new Date(created_at).toISOString() },
    ]),
  };
}

function detailsShown(details: string | null): string | null {
  if (details === null) return null;
  const { addressHash: _, by: __, helper: ___, ...shown } = JSON.parse(details) as Record<string, unknown>;
  return Object.keys(shown).length === 0 ? null : JSON.stringify(shown);
}

export interface ErasedEntries {
  readonly deleted: number;
  readonly redacted: number;
  readonly more: boolean;
}

/** A portion, because a year of somebody's entries takes longer than others should wait. */
export async function eraseEntries(
  trx: Trx,
  deps: Pick<Core, 'keys' | 'clock'>,
  redacting: Redacting,
  most: number,
): Promise<ErasedEntries> {
  const { person, names } = redacting;
  const wanted = { withUnconfirmed: true };
  const own = await distinctIds(trx, ownConditions(trx, person, wanted), most);
  if (own.length > 0) await trx.deleteFrom('activity').where('id', 'in', own).execute();
  if (own.length === most) return { deleted: own.length, redacted: 0, more: true };
  const audit = await distinctIds(trx, auditConditions(person, wanted), most);
  const typed = audit.length < most ? await typedEntries(trx, person, names) : [];
  const ids = [...new Set([...audit, ...typed])];
  if (ids.length > 0)
    await redactEntries(
      trx,
      deps,
      ids.map((id) => ({ id, redact: (row: ActivityRow) => redactedEntry(row, redacting) })),
    );
  return { deleted: own.length, redacted: ids.length, more: audit.length === most };
}
