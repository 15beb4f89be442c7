import { sql } from 'kysely';
import type { Keys } from '../../keys.ts';
import { isPostgres, takeTurn } from '../queries.ts';
import type { ActivityRow, CutRow, Db, LinkRow, Trx } from '../tables.ts';
import { subjectOf } from './subject.ts';
import { type AuditKey, auditKey, cutMac, entryMac, isSum, keyText, linkHash, removalMac } from './sums.ts';

/** How far the chain goes. Written down elsewhere, it proves later that nothing was cut off. */
export interface Head {
  readonly position: number;
  readonly hash: string;
}

export const headText = ({ position, hash }: Head) => `${position}:${hash}`;

/**
 * After the update processes of the version before may run on for a while, and what they write is bound by nobody. Later
 * nobody writes such entries but whoever has got at the database.
 */
export const TAKES_OVER_MS = 24 * 60 * 60 * 1000;

const BATCH = 500;

export const lastCut = (db: Db | Trx): Promise<CutRow | undefined> =>
  db.selectFrom('audit_cuts').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst();

/** Null before the first start. */
export async function headOf(db: Db | Trx): Promise<Head | null> {
  const last = await db
    .selectFrom('audit_chain')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? (await lastCut(db)) ?? null;
}

/** When there was a chain for the first time; null once that link is cut. */
export async function begunAt(db: Db | Trx): Promise<number | null> {
  const first = await db
    .selectFrom('audit_chain')
    .select('linked_at')
    .where('position', '=', 0)
    .where('kind', '=', 'begin')
    .executeTakeFirst();
  return first?.linked_at ?? null;
}

type NewLink = Pick<LinkRow, 'kind' | 'entry_id' | 'entry_mac'>;

/** In the turn of `audit`, which who calls this has taken. Answers the new head. */
async function append(trx: Trx, key: AuditKey, head: Head | null, links: readonly NewLink[], at: number) {
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

/** The first link, so that an empty chain is one that somebody has emptied. */
export const beginChain = (db: Db, keys: Keys, at: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await takeTurn(trx, 'audit');
    if ((await headOf(trx)) === null)
      await append(trx, auditKey(keys), null, [{ kind: 'begin', entry_id: null, entry_mac: null }], at);
  });

interface Batch {
  readonly head: Head;
  readonly linked: number;
  /** Entries that nobody of us has written, or that somebody has changed before they were linked. */
  readonly refused: readonly string[];
  readonly more: boolean;
}

type Waiting = ActivityRow & { readonly link: string | null };

/** Ids begin with the time: what is from before the chain comes first. */
const waiting = (trx: Trx): Promise<Waiting[]> =>
  trx
    .selectFrom('audit_waiting')
    .innerJoin('activity', 'activity.id', 'audit_waiting.entry_id')
    .leftJoin('audit_chain', 'audit_chain.entry_id', 'activity.id')
    .selectAll('activity')
    .select('audit_chain.entry_id as link')
    .where('audit_waiting.refused', '=', sql.lit(0))
    .orderBy('audit_waiting.entry_id')
    .limit(BATCH)
    .execute();

/** Links what is committed and waits, in the turn of all processes. Null where there is no chain yet. */
export const linkBatch = (db: Db, keys: Keys, at: number): Promise<Batch | null> =>
  db.transaction().execute(async (trx) => {
    await takeTurn(trx, 'audit');
    return linkSome(trx, auditKey(keys), at, false);
  });

async function linkSome(trx: Trx, key: AuditKey, at: number, takeAll: boolean): Promise<Batch | null> {
  const head = await headOf(trx);
  if (head === null) return null;
  const rows = await waiting(trx);
  const begun = rows.some(({ mac }) => mac === null) ? await begunAt(trx) : null;
  const takesOver = begun !== null && at - begun < TAKES_OVER_MS;
  const links: NewLink[] = [];
  const takenOver: ActivityRow[] = [];
  const refused: string[] = [];
  for (const row of rows) {
    if (row.link !== null) continue;
    if (isSum(row.mac, entryMac(key, row))) links.push({ kind: 'entry', entry_id: row.id, entry_mac: row.mac });
    else if (takeAll || (row.mac === null && takesOver)) {
      const described = { ...row, ...subjectOf(row) };
      const mac = entryMac(key, described);
      links.push({ kind: 'taken over', entry_id: row.id, entry_mac: mac });
      takenOver.push({ ...described, mac });
    } else refused.push(row.id);
  }
  const next = await append(trx, key, head, links, at);
  await bind(trx, takenOver);
  const ids = rows.map(({ id }) => id).filter((id) => !refused.includes(id));
  if (ids.length > 0) await trx.deleteFrom('audit_waiting').where('entry_id', 'in', ids).execute();
  if (refused.length > 0)
    await trx.updateTable('audit_waiting').set({ refused: 1 }).where('entry_id', 'in', refused).execute();
  return { head: next, linked: links.length, refused, more: rows.length === BATCH };
}

async function bind(trx: Trx, rows: readonly ActivityRow[]): Promise<void> {
  if (rows.length === 0) return;
  const text = isPostgres(trx) ? sql`::text` : sql``;
  const values = rows.map((row) => sql`(${row.id}, ${row.mac}${text}, ${row.kind}${text}, ${row.target}${text})`);
  await sql`
    with bound (id, mac, kind, target) as (values ${sql.join(values)})
    update activity set mac = bound.mac, kind = bound.kind, target = bound.target from bound
    where activity.id = bound.id`.execute(trx);
}

/**
 * In the transaction that changes the server key. Everything before is bound by the first link of the new key: whoever has the
 * old one can change nothing there any more. The old one is kept, sealed with the new, so that it can still be checked.
 */
export async function changeChainKey(trx: Trx, from: Keys, to: Keys, at: number): Promise<void> {
  await nextKey(trx, { old: auditKey(from), sealed: to.seal(keyText(auditKey(from)), 'audit-key') }, to, at);
}

/** The same where the old key is lost: of what it bound only the order can be checked, and what waits is taken over. */
export async function replaceLostChainKey(trx: Trx, lostKeyId: string, to: Keys, at: number): Promise<void> {
  await nextKey(trx, { old: { id: lostKeyId }, sealed: null }, to, at);
}

interface OldKey {
  readonly old: AuditKey | Pick<AuditKey, 'id'>;
  readonly sealed: string | null;
}

async function nextKey(trx: Trx, { old, sealed }: OldKey, keys: Keys, at: number): Promise<void> {
  await takeTurn(trx, 'audit');
  if ((await headOf(trx)) === null) return;
  const to = auditKey(keys);
  if ('key' in old) await linkRest(trx, old, at, false);
  await trx
    .insertInto('audit_keys')
    .values({ key_id: old.id, sealed })
    .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ sealed }))
    .execute();
  await append(trx, to, await headOf(trx), [{ kind: 'key', entry_id: null, entry_mac: null }], at);
  if (!('key' in old)) await linkRest(trx, to, at, true);
  await signAnew(trx, to);
}

async function linkRest(trx: Trx, key: AuditKey, at: number, takeAll: boolean): Promise<void> {
  while ((await linkSome(trx, key, at, takeAll))?.more);
}

/** What retention has said is said with the key in use. Links of deleted entries are few: most are cut at once. */
async function signAnew(trx: Trx, key: AuditKey): Promise<void> {
  const cut = await lastCut(trx);
  if (cut !== undefined)
    await trx
      .updateTable('audit_cuts')
      .set({ mac: cutMac(key, cut) })
      .where('position', '=', cut.position)
      .execute();
  let after = -1;
  for (;;) {
    const removed = await trx
      .selectFrom('audit_chain')
      .select(['position', 'hash'])
      .where('removed', 'is not', null)
      .where('position', '>', after)
      .orderBy('position')
      .limit(BATCH)
      .execute();
    for (const link of removed)
      await trx
        .updateTable('audit_chain')
        .set({ removed: removalMac(key, link) })
        .where('position', '=', link.position)
        .execute();
    const last = removed.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}
