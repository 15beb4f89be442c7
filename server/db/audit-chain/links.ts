import { sql } from 'kysely';
import { DAY_MS } from '../../clock.ts';
import type { Keys } from '../../crypto/keys.ts';
import { isPostgres, takeLock } from '../queries.ts';
import type { ActivityRow, CutRow, Db, LinkRow, Trx } from '../tables.ts';
import { type AuditKey, auditKey, cutMac, entryMac, isSameMac, linkHash } from './macs.ts';
import { subjectOf } from './subject.ts';

/** Stored elsewhere, a head proves later that the chain was not truncated. */
export interface Head {
  readonly position: number;
  readonly hash: string;
}

export const headText = ({ position, hash }: Head) => `${position}:${hash}`;

/** Entries of 0.1.0 have no MAC. After this time, an entry without one is forged (decision 72). */
export const TAKE_OVER_MS = DAY_MS;

const BATCH = 500;

interface Place extends Head {
  readonly key_id: string;
}

export async function lastCut(db: Db | Trx): Promise<CutRow | null> {
  const cuts = db.selectFrom('audit_cuts').selectAll().orderBy('position', 'desc').limit(1);
  return (await cuts.executeTakeFirst()) ?? null;
}

/** Keeps only the newest cut: an older one would not match the remaining links. */
export async function storeCut(trx: Trx, key: AuditKey, cut: Omit<CutRow, 'mac'>): Promise<void> {
  await trx.deleteFrom('audit_cuts').execute();
  await trx
    .insertInto('audit_cuts')
    .values({ ...cut, mac: cutMac(key, cut) })
    .execute();
}

export async function hashAt(db: Db | Trx, position: number, cut: CutRow | null): Promise<string | undefined> {
  if (cut?.position === position) return cut.hash;
  const link = await db.selectFrom('audit_chain').select('hash').where('position', '=', position).executeTakeFirst();
  return link?.hash;
}

export async function headOf(db: Db | Trx): Promise<Place | null> {
  const last = await db
    .selectFrom('audit_chain')
    .select(['position', 'hash', 'key_id'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? lastCut(db);
}

/** Null if the chain began empty or was cut. Checks the MAC, or an attacker could move the start and forge entries without MACs. */
export async function chainStartedAt(db: Db | Trx, key: AuditKey): Promise<number | null> {
  const first = await db
    .selectFrom('audit_chain')
    .selectAll()
    .where('position', '=', 0)
    .where('kind', '=', 'begin')
    .executeTakeFirst();
  return first !== undefined && isSameMac(first.hash, linkHash(key, first)) ? first.linked_at : null;
}

export type NewLink = Pick<LinkRow, 'kind' | 'entry_id' | 'entry_mac'>;

export async function append(trx: Trx, key: AuditKey, head: Head | null, links: readonly NewLink[], at: number) {
  let { position, hash } = head ?? { position: -1, hash: '' };
  const rows = links.map((link): LinkRow => {
    const linked = { ...link, key_id: key.id, previous: hash, linked_at: at };
    position += 1;
    hash = linkHash(key, linked);
    return { ...linked, position, hash, removed: null };
  });
  if (rows.length > 0) await trx.insertInto('audit_chain').values(rows).execute();
  return { position, hash };
}

export const aboutChain = (kind: 'begin' | 'key'): NewLink => ({ kind, entry_id: null, entry_mac: null });

/** Written even without entries: an empty chain means that an attacker emptied it. */
export const beginChain = (db: Db, keys: Keys, at: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await takeLock(trx, 'audit');
    if ((await headOf(trx)) !== null) return;
    const unbound = await trx
      .selectFrom('audit_waiting')
      .innerJoin('activity', 'activity.id', 'audit_waiting.entry_id')
      .select('activity.id')
      .where('activity.mac', 'is', null)
      .limit(1)
      .executeTakeFirst();
    await append(trx, auditKey(keys), null, [aboutChain(unbound === undefined ? 'key' : 'begin')], at);
  });

interface Batch {
  readonly head: Head;
  readonly follows: boolean;
  readonly linked: number;
  /** Entries with a wrong MAC. */
  readonly refused: readonly string[];
  readonly more: boolean;
}

type Waiting = ActivityRow & { readonly link: string | null };

const waiting = (trx: Trx): Promise<Waiting[]> =>
  trx
    .selectFrom('audit_waiting')
    .innerJoin('activity', 'activity.id', 'audit_waiting.entry_id')
    .leftJoin('audit_chain', (join) =>
      join.onRef('audit_chain.entry_id', '=', 'activity.id').on('audit_chain.kind', '<>', 'redacted'),
    )
    .selectAll('activity')
    .select('audit_chain.entry_id as link')
    .where('audit_waiting.refused', '=', sql.lit(0))
    .orderBy('audit_waiting.entry_id')
    .limit(BATCH)
    .execute();

export const linkBatch = (db: Db, keys: Keys, at: number, known: Head | null = null): Promise<Batch | null> =>
  db.transaction().execute(async (trx) => {
    await takeLock(trx, 'audit');
    const follows = known === null || (await isStillThere(trx, known));
    const linked = await linkSome(trx, auditKey(keys), at, false);
    return linked && { ...linked, follows };
  });

async function isStillThere(trx: Trx, known: Head): Promise<boolean> {
  const cut = await lastCut(trx);
  return (cut !== null && cut.position > known.position) || (await hashAt(trx, known.position, cut)) === known.hash;
}

async function linkSome(trx: Trx, key: AuditKey, at: number, takeAll: boolean): Promise<Omit<Batch, 'follows'> | null> {
  const head = await headOf(trx);
  if (head === null) return null;
  const rows = await waiting(trx);
  const begun = rows.some(({ mac }) => mac === null) ? await chainStartedAt(trx, key) : null;
  const takesOver = begun !== null && at - begun < TAKE_OVER_MS;
  const links: NewLink[] = [];
  const takenOver: ActivityRow[] = [];
  const refused: string[] = [];
  for (const row of rows) {
    if (row.link !== null) continue;
    if (isSameMac(row.mac, entryMac(key, row))) links.push({ kind: 'entry', entry_id: row.id, entry_mac: row.mac });
    else if (takeAll || (row.mac === null && takesOver)) {
      const taken = withNewMac(key, row);
      links.push({ kind: 'taken over', entry_id: row.id, entry_mac: taken.mac });
      takenOver.push(taken);
    } else refused.push(row.id);
  }
  const next = await append(trx, key, head, links, at);
  await storeRows(trx, takenOver, MAC_COLUMNS);
  const ids = rows.map(({ id }) => id).filter((id) => !refused.includes(id));
  if (ids.length > 0) await trx.deleteFrom('audit_waiting').where('entry_id', 'in', ids).execute();
  if (refused.length > 0)
    await trx.updateTable('audit_waiting').set({ refused: 1 }).where('entry_id', 'in', refused).execute();
  return { head: next, linked: links.length, refused, more: rows.length === BATCH };
}

export function withNewMac(key: AuditKey, row: ActivityRow): ActivityRow {
  const described = { ...row, ...subjectOf(row) };
  return { ...described, mac: entryMac(key, described) };
}

type TextColumn = Exclude<keyof ActivityRow, 'id' | 'created_at' | 'staff'>;

export const MAC_COLUMNS = ['mac', 'kind', 'target'] as const satisfies readonly TextColumn[];

export async function storeRows(trx: Trx, rows: readonly ActivityRow[], columns: readonly TextColumn[]): Promise<void> {
  if (rows.length === 0) return;
  const text = isPostgres(trx) ? sql`::text` : sql``;
  const names = ['id', ...columns] as const;
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => sql`${row[name]}${text}`))})`);
  const changes = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`bound.${name}`)}`);
  await sql`
    with bound (${sql.join(names.map((name) => sql.ref(name)))}) as (values ${sql.join(values)})
    update activity set ${sql.join(changes)} from bound
    where activity.id = bound.id`.execute(trx);
}

export async function linkRemaining(trx: Trx, key: AuditKey, at: number, takeAll: boolean): Promise<void> {
  while ((await linkSome(trx, key, at, takeAll))?.more);
}
