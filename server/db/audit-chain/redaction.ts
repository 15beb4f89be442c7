import type { Clock } from '../../clock.ts';
import type { Keys } from '../../crypto/keys.ts';
import { takeLock } from '../queries.ts';
import type { ActivityRow, Trx } from '../tables.ts';
import { append, headOf, linkRemaining, type NewLink, storeRows } from './links.ts';
import { type AuditKey, entryMac, readKeyring } from './macs.ts';
import { subjectOf } from './subject.ts';
import { entriesOf, isEntryProven, isLinkProven, lastLinksOf } from './walk.ts';

export interface Redaction {
  readonly id: string;
  /** Must not change the entry's kind, which follows from `details`. */
  readonly redact: (row: ActivityRow) => ActivityRow;
}

interface Redacted {
  readonly redacted: number;
  /** Forged entries. Rewritten but not signed, so that `verify` still reports them. */
  readonly unproven: readonly string[];
}

interface RedactionDeps {
  readonly keys: Keys;
  readonly clock: Clock;
}

/** Columns that can name a person. A redaction changes no others. */
const PERSON_COLUMNS = [
  'user_id',
  'page',
  'ip_address',
  'location',
  'device',
  'user_agent',
  'details',
  'actor_name',
  'guest_id',
  'target',
] as const satisfies readonly (keyof ActivityRow)[];

const namesPerson = (column: string) => PERSON_COLUMNS.some((name) => name === column);

const BATCH = 500;

/** Redacts staff entries. Call it last: it holds the `audit` lock until the commit. Decision 82. */
export async function redactEntries(
  trx: Trx,
  { keys, clock }: RedactionDeps,
  redactions: readonly Redaction[],
): Promise<Redacted> {
  const wanted = new Map(redactions.map(({ id, redact }) => [id, redact]));
  if (wanted.size < redactions.length) throw new Error('An entry is to be redacted twice at once.');
  await takeLock(trx, 'audit');
  const keyring = await readKeyring(trx, keys);
  const at = clock.now();
  // A redaction's link must follow the entry's own link.
  await linkRemaining(trx, keyring.current, at, false);
  let redacted = 0;
  const unproven: string[] = [];
  const ids = [...wanted.keys()];
  for (let from = 0; from < ids.length; from += BATCH) {
    const asked = ids.slice(from, from + BATCH).map((entry_id) => ({ entry_id }));
    const entries = await entriesOf(trx, asked);
    const lastLinks = await lastLinksOf(trx, asked);
    const links: NewLink[] = [];
    const changed: ActivityRow[] = [];
    for (const row of entries.values()) {
      const next = redactedRow(row, wanted.get(row.id) as Redaction['redact']);
      const link = lastLinks.get(row.id);
      if (link === undefined || !isLinkProven(keyring, link) || !isEntryProven(keyring, link, row)) {
        unproven.push(row.id);
        changed.push(next);
      } else if (PERSON_COLUMNS.some((column) => next[column] !== row[column])) {
        const signed = withMac(keyring.current, next);
        links.push({ kind: 'redacted', entry_id: row.id, entry_mac: signed.mac });
        changed.push(signed);
      }
    }
    await storeRows(trx, changed, [...PERSON_COLUMNS, 'mac']);
    await append(trx, keyring.current, await headOf(trx), links, at);
    redacted += links.length;
  }
  return { redacted, unproven };
}

const withMac = (key: AuditKey, row: ActivityRow): ActivityRow => ({ ...row, mac: entryMac(key, row) });

function redactedRow(row: ActivityRow, redact: Redaction['redact']): ActivityRow {
  const next = redact(row);
  const columns = Object.keys(row) as (keyof ActivityRow)[];
  const wrong = columns.find((column) => !namesPerson(column) && next[column] !== row[column]);
  if (wrong !== undefined) throw new Error(`A redaction may not change ${wrong} of an entry.`);
  const { kind, target } = subjectOf(next);
  if (kind !== subjectOf(row).kind) throw new Error('A redaction may not change the kind of an entry.');
  return { ...next, target };
}
