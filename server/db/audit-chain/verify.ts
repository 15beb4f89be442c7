import { sql } from 'kysely';
import type { Keys } from '../../crypto/keys.ts';
import type { CutRow, Db, Trx } from '../tables.ts';
import { chainStartedAt, type Head, hashAt, headOf, lastCut, TAKE_OVER_MS } from './links.ts';
import { type AuditKey, entryMac, isSameMac, readKeyring } from './macs.ts';
import { entriesOf, type Finding, linksAfter, placesOf, Walk } from './walk.ts';

export interface Report {
  readonly head: Head | null;
  readonly links: number;
  readonly takenOver: number;
  readonly redacted: number;
  readonly waiting: number;
  readonly cut: CutRow | null;
  readonly findings: readonly Finding[];
}

interface Wanted {
  readonly newest?: number;
  readonly since?: Head;
}

const BATCH = 1_000;
const FINDINGS_MAX = 20;

/** Finds changes by attackers who don't have the server key. Limits without `since`: decision 72. */
export async function verifyChain(db: Db | Trx, keys: Keys, now: number, wanted: Wanted = {}): Promise<Report> {
  const { since, newest } = wanted;
  const keyring = await readKeyring(db, keys);
  const walk = new Walk(keyring);
  for (const id of keyring.unproven)
    walk.find('changed', null, `the key ${id} is in the list of keys, and the current key does not vouch for it`);
  const cut = await lastCut(db);
  const head = await headOf(db);
  walk.begin(cut, newest === undefined || head === null ? null : head.position - newest);
  for (;;) {
    const links = await linksAfter(db, walk.position);
    if (links.length === 0) break;
    const entries = await entriesOf(db, links);
    const places = await placesOf(db, links);
    for (const link of links) walk.step(link, entries.get(link.entry_id), places.get(link.entry_id));
    if (walk.findings.length >= FINDINGS_MAX) break;
  }
  if (head === null) walk.find('cut', null, 'there is no chain at all');
  else walk.end();
  if (since !== undefined && !isOlder(since, cut)) await checkSince(db, walk, since, cut);
  await vanished(db, walk);
  const waiting = newest === undefined ? await unlinked(db, walk, keyring.current, now) : await refused(db, walk);
  const { links, takenOver, redacted, findings } = walk;
  return { head, links, takenOver, redacted, waiting, cut, findings: findings.slice(0, FINDINGS_MAX) };
}

export const isOlder = ({ position }: Head, cut: CutRow | null): boolean =>
  cut !== null && (position < cut.position || (position === cut.position && cut.reason !== 'retention'));

async function checkSince(db: Db | Trx, walk: Walk, since: Head, cut: CutRow | null): Promise<void> {
  const hash = await hashAt(db, since.position, cut);
  if (hash === undefined) walk.find('cut', since.position, 'the recorded head is no longer in the chain');
  else if (hash !== since.hash) walk.find('changed', since.position, 'the hash here is not the recorded one');
}

async function unlinked(db: Db | Trx, walk: Walk, key: AuditKey, now: number): Promise<number> {
  const begun = await chainStartedAt(db, key);
  const takesOver = begun !== null && now - begun < TAKE_OVER_MS;
  let waiting = 0;
  let after: [number, string] = [Number.MIN_SAFE_INTEGER, ''];
  for (;;) {
    const rows = await db
      .selectFrom('activity')
      .leftJoin('audit_waiting', 'audit_waiting.entry_id', 'activity.id')
      .selectAll('activity')
      .select('audit_waiting.refused')
      .where(sql<boolean>`staff = 1 and (created_at, id) > (${after[0]}, ${after[1]})`)
      .where(sql<boolean>`not exists (select 1 from audit_chain where audit_chain.entry_id = activity.id)`)
      .orderBy('created_at')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const isOurs = row.mac === null ? takesOver : isSameMac(row.mac, entryMac(key, row));
      if (row.refused === 0 && isOurs) waiting += 1;
      else walk.find('added', null, `the entry ${row.id} has no link and was not written by this portal`);
    }
    const last = rows.at(-1);
    if (last === undefined || walk.findings.length >= FINDINGS_MAX) return waiting;
    after = [last.created_at, last.id];
  }
}

async function vanished(db: Db | Trx, walk: Walk): Promise<void> {
  const rows = await db
    .selectFrom('audit_waiting')
    .leftJoin('activity', 'activity.id', 'audit_waiting.entry_id')
    .select('audit_waiting.entry_id')
    .where('activity.id', 'is', null)
    .limit(FINDINGS_MAX)
    .execute();
  for (const { entry_id } of rows) walk.find('missing', null, `the entry ${entry_id} was deleted before it was linked`);
}

async function refused(db: Db | Trx, walk: Walk): Promise<number> {
  const rows = await db
    .selectFrom('audit_waiting')
    .select('entry_id')
    .where('refused', '=', 1)
    .orderBy('entry_id')
    .limit(FINDINGS_MAX)
    .execute();
  for (const { entry_id } of rows)
    walk.find('added', null, `the entry ${entry_id} has no link and was not written by this portal`);
  return 0;
}

export const describeFinding = ({ wrong, position, sentence }: Finding): string =>
  `${position === null ? 'No position' : `Position ${position}`}, ${wrong}: ${sentence}.`;
