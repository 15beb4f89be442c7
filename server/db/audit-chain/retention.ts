import { sql } from 'kysely';
import type { Keys } from '../../crypto/keys.ts';
import { takeLock } from '../queries.ts';
import type { Db, LinkRow, Trx } from '../tables.ts';
import { lastCut, storeCut } from './links.ts';
import { type AuditKey, type Keyring, readKeyring, removalMac } from './macs.ts';
import { entriesOf, isEntryProven, isLinkProven, lastLinksOf, linksAfter, Walk } from './walk.ts';

export const oldEntries = (db: Db | Trx, before: number, most: number) =>
  sql<{ id: string }>`
    select id from activity where created_at < ${before} and staff = 1
      and not exists (select 1 from audit_waiting where entry_id = activity.id and refused = 0)
    order by created_at limit ${most}`.execute(db);

/** A deleted entry's link gets a MAC that says so, but only if the entry was genuine: one with a forged time is reported as missing. */
export const deleteOldStaffEntries = (db: Db, keys: Keys, before: number, most: number, at: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await takeLock(trx, 'audit');
    const ids = (await oldEntries(trx, before, most)).rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const keyring = await readKeyring(trx, keys);
    const links = await trx.selectFrom('audit_chain').selectAll().where('entry_id', 'in', ids).execute();
    const entries = await entriesOf(trx, links);
    const lastLinks = await lastLinksOf(trx, links);
    const isProven = (link: LinkRow) =>
      isLinkProven(keyring, link) && isEntryProven(keyring, link, entries.get(link.entry_id));
    // For redacted entries, the last link decides.
    const proven = links.filter(
      (link) => isLinkProven(keyring, link) && isProven(lastLinks.get(link.entry_id) as LinkRow),
    );
    await trx.deleteFrom('activity').where('id', 'in', ids).execute();
    await trx.deleteFrom('audit_waiting').where('entry_id', 'in', ids).execute();
    await markRemoved(trx, keyring.current, proven);
    await cutRemoved(trx, keyring, at);
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

async function cutRemoved(trx: Trx, keyring: Keyring, at: number): Promise<void> {
  const last = await lastRemovable(trx, keyring);
  if (last === null) return;
  const { position, hash, key_id } = last;
  await trx.deleteFrom('audit_chain').where('position', '<=', position).execute();
  await storeCut(trx, keyring.current, { position, hash, key_id, cut_at: at, reason: 'retention' });
}

/** Stops at the first link that verification would reject. */
async function lastRemovable(trx: Trx, keyring: Keyring): Promise<LinkRow | null> {
  const walk = new Walk(keyring);
  walk.begin(await lastCut(trx), null);
  let last: LinkRow | null = null;
  let isAnyRemoved = false;
  for (;;) {
    const links = await linksAfter(trx, walk.position);
    for (const link of links) {
      const isKept = link.entry_id !== null && link.removed === null;
      if (!isKept) walk.step(link, undefined);
      if (isKept || walk.findings.length > 0) return isAnyRemoved ? last : null;
      last = link;
      isAnyRemoved ||= link.removed !== null;
    }
    if (links.length === 0) return isAnyRemoved ? last : null;
  }
}
