import type { Keys } from '../../crypto/keys.ts';
import { takeLock } from '../queries.ts';
import type { ActivityRow, Trx } from '../tables.ts';
import {
  aboutChain,
  append,
  headOf,
  lastCut,
  linkRemaining,
  MAC_COLUMNS,
  type NewLink,
  storeCut,
  storeRows,
  withNewMac,
} from './links.ts';
import { type AuditKey, auditKey, cutMac, isSameMac, keyText, readKeyring, removalMac } from './macs.ts';
import { entriesOf, isSuperseded, placesOf } from './walk.ts';

const BATCH = 500;

/** The new key's first link covers all earlier ones; the old key is kept, sealed, to verify them. */
export async function changeChainKey(trx: Trx, from: Keys, to: Keys, at: number): Promise<void> {
  await takeLock(trx, 'audit');
  if ((await headOf(trx)) === null) return;
  const [old, next] = [auditKey(from), auditKey(to)];
  await linkRemaining(trx, old, at, false);
  const sealed = to.seal(keyText(old), 'audit-key');
  await trx
    .insertInto('audit_keys')
    .values({ key_id: old.id, sealed })
    .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ sealed }))
    .execute();
  await append(trx, next, await headOf(trx), [aboutChain('key')], at);
  await signAnew(trx, old, next);
}

async function signAnew(trx: Trx, old: AuditKey, next: AuditKey): Promise<void> {
  const cut = await lastCut(trx);
  if (cut !== null && isSameMac(cut.mac, cutMac(old, cut))) await storeCut(trx, next, cut);
  for (let after = -1; ; ) {
    const removed = await trx
      .selectFrom('audit_chain')
      .select(['position', 'hash', 'removed'])
      .where('removed', 'is not', null)
      .where('position', '>', after)
      .orderBy('position')
      .limit(BATCH)
      .execute();
    for (const link of removed.filter((each) => isSameMac(each.removed, removalMac(old, each))))
      await trx
        .updateTable('audit_chain')
        .set({ removed: removalMac(next, link) })
        .where('position', '=', link.position)
        .execute();
    const last = removed.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

/** Without the old key the chain can't be verified: cut it and link all entries again. */
export async function replaceLostChainKey(trx: Trx, keys: Keys, at: number): Promise<void> {
  await takeLock(trx, 'audit');
  if ((await headOf(trx)) === null) return;
  await cutUnproven(trx, keys, at);
  await linkRemaining(trx, auditKey(keys), at, true);
}

/** 0.2.0 recorded a lost key only by its id, which an attacker could fake: the operator must confirm. */
export async function confirmLostKeys(trx: Trx, keys: Keys, at: number): Promise<boolean> {
  await takeLock(trx, 'audit');
  const { unproven } = await readKeyring(trx, keys);
  if (unproven.length === 0) return false;
  await cutUnproven(trx, keys, at);
  return true;
}

async function cutUnproven(trx: Trx, keys: Keys, at: number): Promise<void> {
  const { current, earlier, unproven } = await readKeyring(trx, keys);
  const end = await headOf(trx);
  const last = await trx
    .selectFrom('audit_chain')
    .select(['position', 'hash', 'key_id'])
    .where('key_id', 'not in', [current.id, ...earlier.keys()])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (unproven.length > 0) await trx.deleteFrom('audit_keys').where('key_id', 'in', unproven).execute();
  const place = last ?? (end?.key_id === current.id ? null : end);
  if (place === null) return;
  if (end?.key_id !== current.id) await append(trx, current, end, [aboutChain('key')], at);
  await linkAnew(trx, current, place.position, at);
  await storeCut(trx, current, { ...place, cut_at: at, reason: 'key lost' });
}

/** Changed or missing entries stay reported: a lost key must not hide them. */
async function linkAnew(trx: Trx, key: AuditKey, upTo: number, at: number): Promise<void> {
  for (;;) {
    const links = await trx
      .selectFrom('audit_chain')
      .selectAll()
      .where('position', '<=', upTo)
      .orderBy('position')
      .limit(BATCH)
      .execute();
    const last = links.at(-1);
    if (last === undefined) return;
    const entries = await entriesOf(trx, links);
    const places = await placesOf(trx, links, upTo);
    const fresh: NewLink[] = [];
    const bound: ActivityRow[] = [];
    for (const link of links) {
      const { entry_id, entry_mac, removed } = link;
      const entry = entries.get(entry_id);
      if (entry_id === null || (removed !== null && entry === undefined)) continue;
      if (isSuperseded(link, places.get(entry_id))) continue;
      const taken = entry !== undefined && entry.mac === entry_mac ? withNewMac(key, entry) : null;
      fresh.push({ kind: 'taken over', entry_id, entry_mac: taken === null ? entry_mac : taken.mac });
      if (taken !== null) bound.push(taken);
    }
    const head = await headOf(trx);
    await trx.deleteFrom('audit_chain').where('position', '<=', last.position).execute();
    await append(trx, key, head, fresh, at);
    await storeRows(trx, bound, MAC_COLUMNS);
  }
}
