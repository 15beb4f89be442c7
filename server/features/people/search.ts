import { DATA_KINDS, type DataKind } from '../../../contract/people/people.rules.ts';
import type { DataSection, PersonFound } from '../../../contract/people/people.ts';
import { DAY_MS, HOUR_MS, iso } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { countEntries, exportEntries } from './entries.ts';
import type { Stayed } from './erase.ts';
import { namesOf, notificationsAbout } from './mentions.ts';
import type { Person } from './person.ts';
import { countAt, placesOf, recordOf, rowsAt } from './rows.ts';
import { type AnyRule, type Kept, ruleOf } from './rules.ts';

/** Retention in days. */
export interface Days {
  readonly guests: number;
  readonly activity: number;
  readonly audit: number;
}

const EXPORTED_MAX = 5_000;
/** Per kind, to keep a guest's request cheap. */
export const SHOWN_TO_GUESTS = 500;

const daysOf: Partial<Record<Kept & string, keyof Days>> = {
  'guest days': 'guests',
  'activity days': 'activity',
  'audit days': 'audit',
};

const msOf = (kept: Kept, days: Days): number | null => {
  if (typeof kept === 'object') return kept.hours * HOUR_MS;
  const which = daysOf[kept];
  return which === undefined ? null : days[which] * DAY_MS;
};

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

function sentenceFor(kept: Kept, days: Days): string {
  if (typeof kept === 'object') return counted(kept.hours, 'hour');
  if (kept === 'with the account') return 'As long as the account exists';
  if (kept === 'until it is done') return 'Until it is done';
  if (kept === 'for ever') return 'Not limited';
  return counted(days[daysOf[kept] as keyof Days], 'day');
}

interface Counted {
  count: number;
  until: number | null;
  readonly rule: Pick<AnyRule, 'why' | 'kept'>;
}

export interface Found {
  readonly found: PersonFound['found'];
  readonly stays: readonly Stayed[];
}

export async function countPerson(db: Db, person: Person, days: Days, most?: number): Promise<Found> {
  const kinds = new Map<DataKind, Counted>();
  const stays: Stayed[] = [];
  const add = (kind: DataKind, rule: Pick<AnyRule, 'why' | 'kept'>, count: number, latest: number | null) => {
    if (count === 0) return;
    const known = kinds.get(kind) ?? { count: 0, until: 0, rule };
    const ms = msOf(rule.kept, days);
    const until = ms === null || latest === null ? null : latest + ms;
    kinds.set(kind, {
      rule: known.rule,
      count: known.count + count,
      until: until === null || known.until === null ? null : Math.max(until, known.until),
    });
  };
  for (const place of placesOf(person)) {
    const { count, latest } = await countAt(db, place);
    if (count > 0 && place.stays !== undefined) stays.push({ kind: place.kind, reason: place.stays, count, latest });
    else add(place.kind, ruleOf(place.table), count, latest);
  }
  const notifications = await notificationsAbout(db, person);
  const newest = Math.max(0, ...notifications.map(({ created_at }) => created_at));
  add('notifications', ruleOf('notifications'), notifications.length, newest);
  const entries = await countEntries(db, person, namesOf(person), most);
  add('log', ruleOf('activity'), entries.own, null);
  const audit = { why: ruleOf('activity').why, kept: 'audit days' } as const;
  add('audit', audit, entries.audit + entries.staffWork, null);
  if (entries.audit > 0) stays.push({ kind: 'audit', reason: 'audit', count: entries.audit, latest: null });
  if (entries.staffWork > 0)
    stays.push({ kind: 'audit', reason: 'staff-work', count: entries.staffWork, latest: null });
  return {
    found: DATA_KINDS.flatMap((kind) => {
      const known = kinds.get(kind);
      if (known === undefined) return [];
      const { count, until, rule } = known;
      const keptFor = sentenceFor(rule.kept, days);
      return [{ kind, count, why: rule.why, keptFor, until: until === null ? null : iso(until) }];
    }),
    stays,
  };
}

/** Null if it isn't a matter of time. */
export function stayUntil({ reason, latest }: Stayed, days: Days, now: number): string | null {
  if (reason !== 'audit' && reason !== 'staff-work') return null;
  return iso((latest ?? now) + days.audit * DAY_MS);
}

export async function exportPersonData(db: Db, person: Person, most = EXPORTED_MAX): Promise<DataSection[]> {
  const sections = new Map<DataKind, { kind: DataKind; records: DataSection['records']; isCut: boolean }>();
  const add = (kind: DataKind, records: DataSection['records'], isCut: boolean) => {
    if (records.length === 0) return;
    const known = sections.get(kind);
    sections.set(kind, {
      kind,
      records: [...(known?.records ?? []), ...records],
      isCut: isCut || (known?.isCut ?? false),
    });
  };
  for (const place of placesOf(person)) {
    const rows = await rowsAt(db, place, most + 1);
    const records = rows.slice(0, most).map((row) => recordOf(place.table, row, person));
    add(
      place.kind,
      records.filter(({ length }) => length > 0),
      rows.length > most,
    );
  }
  const { log, audit } = await exportEntries(db, person, most);
  add('log', log.records, log.isCut);
  add('audit', audit.records, audit.isCut);
  const notifications = await notificationsAbout(db, person);
  const newest = notifications.toSorted((one, other) => other.created_at - one.created_at).slice(0, most);
  add(
    'notifications',
    // Grouped notifications can be about others too.
    newest.flatMap((row) => (row.about_id === null ? [] : [recordOf('notifications', row, person)])),
    notifications.length > most,
  );
  return DATA_KINDS.flatMap((kind) => sections.get(kind) ?? []);
}
