import type { ActivityRow, CutRow, Db, LinkRow, Trx } from '../tables.ts';
import { cutMac, entryMac, isSameMac, type Keyring, keyOf, linkHash, removalMac } from './macs.ts';

export interface Finding {
  readonly wrong: 'changed' | 'missing' | 'added' | 'reordered' | 'cut';
  readonly position: number | null;
  readonly sentence: string;
}

const BATCH = 1_000;

export const linksAfter = (db: Db | Trx, after: number): Promise<LinkRow[]> =>
  db.selectFrom('audit_chain').selectAll().where('position', '>', after).orderBy('position').limit(BATCH).execute();

export async function entriesOf(
  db: Db | Trx,
  links: readonly Pick<LinkRow, 'entry_id'>[],
): Promise<ReadonlyMap<string | null, ActivityRow>> {
  const ids = links.flatMap(({ entry_id }) => entry_id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('activity').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Positions of an entry's first and last link; the last one has the entry's current MAC. */
interface Places {
  readonly first: number;
  readonly last: number;
}

export async function placesOf(
  db: Db | Trx,
  links: readonly Pick<LinkRow, 'entry_id'>[],
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<ReadonlyMap<string | null, Places>> {
  const ids = links.flatMap(({ entry_id }) => entry_id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('audit_chain')
    .select(({ fn }) => ['entry_id', fn.min('position').as('first'), fn.max('position').as('last')])
    .where('entry_id', 'in', ids)
    .where('position', '<=', upTo)
    .groupBy('entry_id')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute();
  return new Map(rows.map(({ entry_id, first, last }) => [entry_id, { first, last }]));
}

export const isSuperseded = ({ position }: LinkRow, places: Places | undefined) =>
  places !== undefined && position < places.last;

export async function lastLinksOf(
  db: Db | Trx,
  links: readonly Pick<LinkRow, 'entry_id'>[],
): Promise<ReadonlyMap<string | null, LinkRow>> {
  const ids = links.flatMap(({ entry_id }) => entry_id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('audit_chain')
    .selectAll()
    .where('entry_id', 'in', ids)
    .orderBy('position')
    .execute();
  return new Map(rows.map((link) => [link.entry_id, link]));
}

/** True if one of our keys made the link. Its position is proven only by its neighbours. */
export function isLinkProven(keyring: Keyring, link: LinkRow): boolean {
  const key = keyOf(keyring, link.key_id);
  return key !== undefined && isSameMac(link.hash, linkHash(key, link));
}

export function isEntryProven(keyring: Keyring, link: LinkRow, entry: ActivityRow | undefined): boolean {
  const key = keyOf(keyring, link.key_id);
  if (key === undefined || entry === undefined || entry.staff !== 1) return false;
  return entry.mac === link.entry_mac && isSameMac(link.entry_mac, entryMac(key, entry));
}

export class Walk {
  readonly #keyring: Keyring;
  #hash: string | null = '';
  #keyId: string | null = null;
  position = -1;
  links = 0;
  takenOver = 0;
  redacted = 0;
  readonly findings: Finding[] = [];

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  find(wrong: Finding['wrong'], position: number | null, sentence: string): void {
    this.findings.push({ wrong, position, sentence });
  }

  begin(cut: CutRow | null, after: number | null): void {
    if (cut !== null) {
      if (!isSameMac(cut.mac, cutMac(this.#keyring.current, cut)))
        this.find('cut', cut.position, 'the chain was cut here, and neither retention nor an operator did it');
      this.position = cut.position;
      this.#hash = cut.hash;
      this.#keyId = cut.key_id;
    }
    if (after === null || after <= this.position) return;
    this.position = after;
    this.#hash = null;
    this.#keyId = null;
  }

  step(link: LinkRow, entry: ActivityRow | undefined, places?: Places): void {
    const expected = this.position + 1;
    if (link.position !== expected) {
      const last = link.position - 1;
      const sentence = last === expected ? 'its link is gone' : `the links up to position ${last} are gone`;
      this.find('missing', expected, sentence);
      this.#hash = null;
    }
    this.#checkLink(link);
    if (link.entry_id !== null) this.#checkEntry(link, entry, places);
    this.position = link.position;
    this.#hash = link.hash;
    this.#keyId = link.key_id;
    this.links += 1;
    if (link.kind === 'taken over') this.takenOver += 1;
  }

  /** A rotation ends with a link of the new key, so any other end was truncated. */
  end(): void {
    if (this.#keyId !== null && this.#keyId !== this.#keyring.current.id)
      this.find('cut', this.position, 'the chain ends here with a key other than the current one');
  }

  #checkLink(link: LinkRow): void {
    const isOfTurn = this.#keyId === null || link.key_id === this.#keyId || link.kind === 'key';
    if (keyOf(this.#keyring, link.key_id) === undefined) {
      if (link.key_id !== this.#keyId)
        this.find('changed', link.position, 'from here on links name a key that the current key does not vouch for');
    } else if (!isOfTurn) this.find('changed', link.position, 'its link was made with another key');
    else if (!isLinkProven(this.#keyring, link)) {
      this.find('changed', link.position, 'its link was changed');
      return;
    }
    if (this.#hash !== null && link.previous !== this.#hash)
      this.find('reordered', link.position, 'its link does not follow the one before');
  }

  #checkEntry(link: LinkRow, entry: ActivityRow | undefined, places: Places | undefined): void {
    const { position } = link;
    const named = `the entry ${link.entry_id}`;
    if (link.removed !== null) {
      if (!isSameMac(link.removed, removalMac(this.#keyring.current, link)))
        this.find('missing', position, `${named} is gone, but retention did not delete it`);
      else if (entry !== undefined) this.find('added', position, `${named} was deleted by retention, but is back`);
      return;
    }
    const isFirst = places === undefined || position === places.first;
    if (link.kind === 'redacted' && isFirst)
      this.find('added', position, `${named} was redacted, but was not in the chain before`);
    if (link.kind !== 'redacted' && !isFirst) this.find('added', position, `${named} was linked a second time`);
    if (isSuperseded(link, places)) return;
    if (link.kind === 'redacted') this.redacted += 1;
    if (entry === undefined) this.find('missing', position, `${named} is gone`);
    else if (keyOf(this.#keyring, link.key_id) !== undefined && !isEntryProven(this.#keyring, link, entry))
      this.find('changed', position, `${named} was changed`);
  }
}
