import { sql } from 'kysely';
import type { Keys } from '../../keys.ts';
import type { ActivityRow, CutRow, Db, LinkRow, Trx } from '../tables.ts';
import { begunAt, type Head, headOf, lastCut, TAKES_OVER_MS } from './links.ts';
import { type AuditKey, auditKey, cutMac, entryMac, isSum, keyFromText, linkHash, removalMac } from './sums.ts';

export interface Finding {
  readonly wrong: 'changed' | 'missing' | 'added' | 'reordered' | 'cut';
  /** Null where the chain has no place for it. */
  readonly position: number | null;
  readonly sentence: string;
}

export interface Report {
  readonly head: Head | null;
  readonly links: number;
  /** Of entries from before there was a chain. */
  readonly takenOver: number;
  /** Of a key that was lost: only their order could be checked. */
  readonly unchecked: number;
  /** Entries that are bound and have no link yet. */
  readonly waiting: number;
  readonly cut: CutRow | null;
  readonly findings: readonly Finding[];
}

interface Wanted {
  /** Only so many links, the newest, and no entries without one. */
  readonly newest?: number;
  /** A head from earlier that must still be there. */
  readonly since?: Head;
}

const BATCH = 1_000;
/** Whoever has got at the database may have changed everything; the first of it is enough to know. */
const FINDINGS_MAX = 20;

/** In bounded memory, however long the chain is. For a moment in which others write, the caller gives a snapshot. */
export async function verifyChain(db: Db | Trx, keys: Keys, now: number, wanted: Wanted = {}): Promise<Report> {
  const walk = new Walk(auditKey(keys), await olderKeys(db, keys));
  const cut = (await lastCut(db)) ?? null;
  const head = await headOf(db);
  walk.begin(cut, wanted.newest === undefined || head === null ? null : head.position - wanted.newest);
  let since = wanted.since;
  const pass = (place: Head) => {
    if (place.position !== since?.position) return;
    if (place.hash !== since.hash)
      walk.find('changed', place.position, 'the hash here is not the one that was written down');
    since = undefined;
  };
  if (cut !== null) pass(cut);
  for (;;) {
    const links = await linksAfter(db, walk.position);
    if (links.length === 0) break;
    const entries = await entriesOf(db, links);
    for (const link of links) {
      walk.step(link, entries.get(link.entry_id ?? ''));
      pass(link);
    }
    if (walk.findings.length >= FINDINGS_MAX) break;
  }
  if (head === null) walk.find('cut', null, 'there is no chain at all');
  else if (since !== undefined && since.position > walk.position)
    walk.find('cut', since.position, `the chain ends at position ${walk.position}, and once it was longer`);
  await vanished(db, walk);
  const waiting = wanted.newest === undefined ? await unlinked(db, walk, now) : await refused(db, walk);
  const { links, takenOver, unchecked, findings } = walk;
  return { head, links, takenOver, unchecked, waiting, cut, findings: findings.slice(0, FINDINGS_MAX) };
}

/** By id; null for one that was lost. */
type OlderKeys = ReadonlyMap<string, AuditKey | null>;

async function olderKeys(db: Db | Trx, keys: Keys): Promise<OlderKeys> {
  const rows = await db.selectFrom('audit_keys').selectAll().execute();
  const opened = ({ key_id, sealed }: (typeof rows)[number]) => {
    try {
      return sealed === null ? null : keyFromText(key_id, keys.open(sealed, 'audit-key'));
    } catch {
      return null;
    }
  };
  return new Map(rows.map((row) => [row.key_id, opened(row)]));
}

const linksAfter = (db: Db | Trx, after: number): Promise<LinkRow[]> =>
  db.selectFrom('audit_chain').selectAll().where('position', '>', after).orderBy('position').limit(BATCH).execute();

async function entriesOf(db: Db | Trx, links: readonly LinkRow[]): Promise<ReadonlyMap<string, ActivityRow>> {
  const ids = links.flatMap(({ entry_id }) => entry_id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('activity').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** From one link to the next, with what the one before says of it. */
class Walk {
  readonly #current: AuditKey;
  readonly #older: OlderKeys;
  /** Of the link before; null where any is as good, because that link is not looked at. */
  #hash: string | null = '';
  #keyId: string | null = null;
  position = -1;
  links = 0;
  takenOver = 0;
  unchecked = 0;
  readonly findings: Finding[] = [];

  constructor(current: AuditKey, older: OlderKeys) {
    this.#current = current;
    this.#older = older;
  }

  get key(): AuditKey {
    return this.#current;
  }

  find(wrong: Finding['wrong'], position: number | null, sentence: string): void {
    this.findings.push({ wrong, position, sentence });
  }

  /** At the first link, behind the cut, or somewhere in between. */
  begin(cut: CutRow | null, after: number | null): void {
    if (cut !== null) {
      if (!isSum(cut.mac, cutMac(this.#current, cut)))
        this.find('cut', cut.position, 'the chain was cut here, and not by retention');
      this.position = cut.position;
      this.#hash = cut.hash;
      this.#keyId = cut.key_id;
    }
    if (after === null || after <= this.position) return;
    this.position = after;
    this.#hash = null;
    this.#keyId = null;
  }

  step(link: LinkRow, entry: ActivityRow | undefined): void {
    const expected = this.position + 1;
    if (link.position !== expected) {
      const last = link.position - 1;
      const sentence = last === expected ? 'its link is gone' : `the links up to position ${last} are gone`;
      this.find('missing', expected, sentence);
      this.#hash = null;
    }
    this.#checkLink(link);
    if (link.entry_id !== null) this.#checkEntry(link, entry);
    this.position = link.position;
    this.#hash = link.hash;
    this.#keyId = link.key_id;
    this.links += 1;
    if (link.kind === 'taken over') this.takenOver += 1;
  }

  #keyOf(link: LinkRow): AuditKey | null | undefined {
    return link.key_id === this.#current.id ? this.#current : this.#older.get(link.key_id);
  }

  #checkLink(link: LinkRow): void {
    const key = this.#keyOf(link);
    const isOfTurn = this.#keyId === null || link.key_id === this.#keyId || link.kind === 'key';
    if (key === undefined || !isOfTurn) this.find('changed', link.position, 'its link was made with another key');
    else if (key === null) this.unchecked += 1;
    else if (!isSum(link.hash, linkHash(key, link))) {
      this.find('changed', link.position, 'its link was changed');
      return;
    }
    if (this.#hash !== null && link.previous !== this.#hash)
      this.find('reordered', link.position, 'its link does not follow on the one before');
  }

  #checkEntry(link: LinkRow, entry: ActivityRow | undefined): void {
    const { position } = link;
    const named = `the entry ${link.entry_id}`;
    if (link.removed !== null) {
      if (!isSum(link.removed, removalMac(this.#current, link)))
        this.find('missing', position, `${named} is gone, and retention has not deleted it`);
      else if (entry !== undefined) this.find('added', position, `${named} was deleted by retention and is here again`);
      return;
    }
    if (entry === undefined) {
      this.find('missing', position, `${named} is gone`);
      return;
    }
    const key = this.#keyOf(link);
    // Of a key that was lost at least the sums can be compared.
    const expected = key ? entryMac(key, entry) : (entry.mac ?? '');
    if (entry.staff !== 1 || entry.mac !== link.entry_mac || !isSum(link.entry_mac, expected))
      this.find('changed', position, `${named} was changed`);
  }
}

/** What is bound and waits is counted; everything else that has no link was put there by somebody. */
async function unlinked(db: Db | Trx, walk: Walk, now: number): Promise<number> {
  const begun = await begunAt(db);
  const takesOver = begun !== null && now - begun < TAKES_OVER_MS;
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
      const isOurs = row.mac === null ? takesOver : isSum(row.mac, entryMac(walk.key, row));
      if (row.refused === 0 && isOurs) waiting += 1;
      else walk.find('added', null, `the entry ${row.id} has no link and nobody here has written it`);
    }
    const last = rows.at(-1);
    if (last === undefined || walk.findings.length >= FINDINGS_MAX) return waiting;
    after = [last.created_at, last.id];
  }
}

/** Whoever takes an entry away before it has its link has to know that it is named here as well. */
async function vanished(db: Db | Trx, walk: Walk): Promise<void> {
  const rows = await db
    .selectFrom('audit_waiting')
    .leftJoin('activity', 'activity.id', 'audit_waiting.entry_id')
    .select('audit_waiting.entry_id')
    .where('activity.id', 'is', null)
    .limit(FINDINGS_MAX)
    .execute();
  for (const { entry_id } of rows) walk.find('missing', null, `the entry ${entry_id} is gone before it had its link`);
}

/** Found by an index, for a check that has to be short. */
async function refused(db: Db | Trx, walk: Walk): Promise<number> {
  const rows = await db
    .selectFrom('audit_waiting')
    .select('entry_id')
    .where('refused', '=', 1)
    .orderBy('entry_id')
    .limit(FINDINGS_MAX)
    .execute();
  for (const { entry_id } of rows)
    walk.find('added', null, `the entry ${entry_id} has no link and nobody here has written it`);
  return 0;
}

/** "Position 12, missing: the entry … is gone." */
export const describeFinding = ({ wrong, position, sentence }: Finding): string =>
  `${position === null ? 'No position' : `Position ${position}`}, ${wrong}: ${sentence}.`;
