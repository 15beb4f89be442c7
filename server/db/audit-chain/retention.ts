import { sql } from 'kysely';
import type { Keys } from '../../keys.ts';
import { takeTurn } from '../queries.ts';
import type { Db, LinkRow, Trx } from '../tables.ts';
import { lastCut } from './links.ts';
import { type AuditKey, auditKey, cutMac, removalMac } from './sums.ts';

/** Word for word as the index has it. What waits for its link waits for being deleted as well. */
export const oldEntries = (db: Db | Trx, before: number, most: number) =>
  sql<{ id: string }>`
    select id from activity where created_at < ${before} and staff = 1
      and not exists (select 1 from audit_waiting where entry_id = activity.id and refused = 0)
    order by created_at limit ${most}`.execute(db);

/**
 * One batch of what staff did longer ago than the operator wants it kept. The link of each entry says so with a keyed sum, and
 * where all links from the first on say it, the chain is cut behind them. Answers how many entries.
 */
export const deleteOldStaffEntries = (db: Db, keys: Keys, before: number, most: number, at: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await takeTurn(trx, 'audit');
    const ids = (await oldEntries(trx, before, most)).rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const key = auditKey(keys);
    const links = await trx
      .selectFrom('audit_chain')
      .select(['position', 'hash'])
      .where('entry_id', 'in', ids)
      .execute();
    await trx.deleteFrom('activity').where('id', 'in', ids).execute();
    await trx.deleteFrom('audit_waiting').where('entry_id', 'in', ids).execute();
    await markRemoved(trx, key, links);
    await cutRemoved(trx, key, at);
    return ids.length;
  });

async function markRemoved(trx: Trx, key: AuditKey, links: readonly Pick<LinkRow, 'position' | 'hash'>[]) {
  if (links.length === 0) return;
  const values = links.map((link) => sql`(${sql.lit(link.position)}, ${removalMac(key, link)})`);
  await sql`
    with marked (position, removed) as (values ${sql.join(values)})
    update audit_chain set removed = marked.removed from marked
    where audit_chain.position = marked.position`.execute(trx);
}

/** Links that are about the chain itself go with those around them. */
async function cutRemoved(trx: Trx, key: AuditKey, at: number): Promise<void> {
  const kept = await trx
    .selectFrom('audit_chain')
    .select('position')
    .where('entry_id', 'is not', null)
    .where('removed', 'is', null)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  const last = await trx
    .selectFrom('audit_chain')
    .select(['position', 'hash', 'key_id'])
    .$if(kept !== undefined, (links) => links.where('position', '<', kept?.position ?? 0))
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  // A link about the chain itself, with nothing before it that was removed, is no reason to cut.
  if (last === undefined || !(await isAnyRemoved(trx, last.position))) return;
  const cut = { ...last, cut_at: at, reason: 'retention' };
  const before = await lastCut(trx);
  await trx.deleteFrom('audit_chain').where('position', '<=', last.position).execute();
  if (before !== undefined) await trx.deleteFrom('audit_cuts').where('position', '=', before.position).execute();
  await trx
    .insertInto('audit_cuts')
    .values({ ...cut, mac: cutMac(key, cut) })
    .execute();
}

const isAnyRemoved = async (trx: Trx, upTo: number) =>
  (await trx
    .selectFrom('audit_chain')
    .select('position')
    .where('removed', 'is not', null)
    .where('position', '<=', upTo)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()) !== undefined;
