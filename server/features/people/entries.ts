import { type RawBuilder, sql } from 'kysely';
import type { ChangeKind } from '../../../contract/log/activity.rules.ts';
import type { DataRecord } from '../../../contract/people/people.ts';
import { iso } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { redactEntries } from '../../db/audit-chain/redaction.ts';
import type { ActivityRow, Db, Trx } from '../../db/tables.ts';
import { addressIn, type Person } from './person.ts';
import { isNamedIn, type Redacting, redactedEntry } from './redact.ts';
import { recordOf } from './rows.ts';

type Condition = RawBuilder<boolean>;

const OWN = sql<boolean>`staff = 0`;
const OF_STAFF = sql<boolean>`staff = 1`;

const among = (column: string, ids: readonly string[]) => sql<boolean>`${sql.ref(column)} in (${sql.join(ids)})`;

/** Must match the condition of the index `activity_by_address`. */
const NAMES_ADDRESS = sql<boolean>`action in ('email_entry', 'code_success')`;

/** Each condition uses an index. */
function ownConditions(db: Db | Trx, person: Person): Condition[] {
  const { account, browsers, addresses, addressHash } = person;
  const isTheirs = sql<boolean>`${addressIn(db)} in (${sql.join([addressHash, ...addresses])})`;
  // What this browser did with another person's address stays.
  const namesNoOther = sql<boolean>`(not (${NAMES_ADDRESS}) or ${isTheirs})`;
  return [
    ...(account === null ? [] : [sql<boolean>`user_id = ${account.id} and ${OWN}`]),
    ...(browsers.length === 0 ? [] : [sql<boolean>`${among('guest_id', browsers)} and ${OWN} and ${namesNoOther}`]),
    sql<boolean>`${NAMES_ADDRESS} and ${isTheirs} and ${OWN}`,
  ];
}

const staffWork = ({ account }: Person): Condition =>
  sql<boolean>`user_id = ${account?.id ?? ''} and ${OF_STAFF} and actor_name is not null`;

/** Entries about or by a former colleague keep the account, so this keeps redacted ones from matching again. */
const isUnredacted = sql`details not like '%":"erased-%'`;
const ownAddress = sql<boolean>`kind = 'own e-mail' and ${isUnredacted}`;
const aboutColleague = sql<boolean>`(kind = 'edited' or details like '%"reason":"%') and ${isUnredacted}`;

function auditConditions({ account, browsers }: Person, wasStaff: boolean): Condition[] {
  return [
    ...(account === null
      ? []
      : [
          sql<boolean>`target = ${account.id} and ${OF_STAFF}${wasStaff ? sql` and ${aboutColleague}` : sql``}`,
          sql<boolean>`user_id = ${account.id} and ${OF_STAFF} and (actor_name is null or (${ownAddress}))`,
        ]),
    ...(browsers.length === 0 ? [] : [sql<boolean>`${among('guest_id', browsers)} and ${OF_STAFF}`]),
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

/** `+ 0`: the index on times would read everyone's entries. */
async function newestIds(db: Db | Trx, conditions: readonly Condition[], most: number): Promise<string[]> {
  const found = new Map<string, number>();
  for (const where of conditions) {
    const { rows } = await sql<Pick<ActivityRow, 'id' | 'created_at'>>`
      select id, created_at from activity where ${where}
      order by created_at + 0 desc limit ${sql.lit(most)}`.execute(db);
    for (const { id, created_at } of rows) found.set(id, Number(created_at));
  }
  const newestFirst = [...found].sort(([, one], [, other]) => other - one);
  return newestFirst.slice(0, most).map(([id]) => id);
}

/** Staff typed a search, an address or a person into these. There are few, so they are found by kind and then parsed. */
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
  const { addressHash, account } = person;
  const isSaid = (text: string) => sql<boolean>`details like ${`%${text}%`}`;
  const texts = ['"search":', addressHash, ...(account === null ? [] : [account.id])];
  const { rows } = await sql<Pick<ActivityRow, 'id' | 'details'>>`
    select id, details from activity where ${OF_STAFF} and kind in (${sql.join(TYPED_KINDS)})
      and (${sql.join(texts.map(isSaid), sql` or `)})`.execute(db);
  return rows
    .filter(({ details }) => {
      const { search, ...others } = JSON.parse(details ?? '{}') as Record<string, unknown>;
      return (
        others.addressHash === addressHash ||
        (account !== null && Object.values(others).includes(account.id)) ||
        (typeof search === 'string' && isNamedIn(search, names))
      );
    })
    .map(({ id }) => id);
}

export async function countEntries(db: Db | Trx, person: Person, names: readonly string[], most = COUNTED_MAX) {
  const own = await distinctIds(db, ownConditions(db, person), most);
  const staffWork = await countStaffWork(db, person);
  const audit = new Set([
    ...(await distinctIds(db, auditConditions(person, staffWork > 0), most)),
    ...(await typedEntries(db, person, names)),
  ]);
  return { own: own.length, audit: audit.size, staffWork };
}

export async function countStaffWork(db: Db | Trx, person: Person, most = COUNTED_MAX): Promise<number> {
  return person.account === null ? 0 : (await idsWhere(db, staffWork(person), most)).length;
}

const COUNTED_MAX = 100_000;

/** Of staff's entries only kind and time: the rest is about staff too. */
export async function exportEntries(
  db: Db | Trx,
  person: Person,
  most: number,
): Promise<Record<'log' | 'audit', { records: DataRecord[]; isCut: boolean }>> {
  const read = async (conditions: readonly Condition[]) => {
    const ids = await newestIds(db, conditions, most + 1);
    if (ids.length === 0) return [];
    return db.selectFrom('activity').selectAll().where('id', 'in', ids).orderBy('created_at', 'desc').execute();
  };
  const present = (rows: readonly ActivityRow[], toRecord: (row: ActivityRow) => DataRecord) => ({
    records: rows.slice(0, most).map(toRecord),
    isCut: rows.length > most,
  });
  return {
    log: present(await read(ownConditions(db, person)), (row) =>
      recordOf('activity', { ...row, details: detailsShown(row.details) }, person),
    ),
    audit: present(await read(auditConditions(person, false)), ({ kind, action, created_at }) => [
      { field: 'kind', value: kind ?? action },
      { field: 'createdAt', value: iso(created_at) },
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

/** Erases a portion: a year of one person's entries would block other requests. */
export async function eraseEntries(
  trx: Trx,
  deps: Pick<Core, 'keys' | 'clock'>,
  redacting: Redacting,
  most: number,
): Promise<ErasedEntries> {
  const { person, names, wasStaff } = redacting;
  const own = await distinctIds(trx, ownConditions(trx, person), most);
  if (own.length > 0) await trx.deleteFrom('activity').where('id', 'in', own).execute();
  if (own.length === most) return { deleted: own.length, redacted: 0, more: true };
  const audit = await distinctIds(trx, auditConditions(person, wasStaff), most);
  const typed = audit.length < most ? await typedEntries(trx, person, names) : [];
  const ids = [...new Set([...audit, ...typed])];
  if (ids.length === 0) return { deleted: own.length, redacted: 0, more: false };
  const { redacted } = await redactEntries(
    trx,
    deps,
    ids.map((id) => ({ id, redact: (row: ActivityRow) => redactedEntry(row, redacting) })),
  );
  return { deleted: own.length, redacted: ids.length, more: audit.length === most && redacted > 0 };
}
