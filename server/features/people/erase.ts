import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DataKind, StayReason } from '../../../contract/people/people.rules.ts';
import type { Core } from '../../core.ts';
import type { Trx } from '../../db/tables.ts';
import { ALL_IDS, type Topic } from '../../live/bus.ts';
import { forgetAllFailures } from '../auth/delays.ts';
import { keepNames } from '../log/activity/former-users.ts';
import { countStaffWork, eraseEntries } from './entries.ts';
import { deleteExpiredHolds } from './holds.ts';
import {
  clearGateSubjects,
  deleteMailTo,
  eraseMentions,
  namesOf,
  notificationsAbout,
  redactNotifications,
} from './mentions.ts';
import type { Person } from './person.ts';
import type { Redacting } from './redact.ts';
import { countAt, deleteAt, placesOf } from './rows.ts';

export type EraseDeps = Pick<Core, 'keys' | 'clock' | 'bus' | 'sessions'>;

export interface Stayed {
  readonly kind: DataKind;
  readonly reason: StayReason;
  readonly count: number;
  /** When retention of the newest row began. */
  readonly latest: number | null;
}

export interface Outcome {
  readonly erased: ReadonlyMap<DataKind, number>;
  readonly stayed: readonly Stayed[];
}

/** The bus sends more than 50 ids as `*`, which names no one. */
const NAMED_AT_ONCE = 50;
/** More than `Erasures` leaves after its portions. */
const THE_REST = 100_000;

export async function eraseRows(
  trx: Trx,
  deps: EraseDeps,
  person: Person,
  { pseudonym, others }: { readonly pseudonym: string; readonly others: readonly string[] },
): Promise<Outcome> {
  const { keys, clock, bus, sessions } = deps;
  const { account } = person;
  const erased = new Map<DataKind, number>();
  const stayed: Stayed[] = [];
  const count = (kind: DataKind, rows: number) => rows > 0 && erased.set(kind, (erased.get(kind) ?? 0) + rows);

  const staffWork = await countStaffWork(trx, person);
  const redacting: Redacting = { pseudonym, person, names: namesOf(person), wasStaff: staffWork > 0 };
  if (account !== null) {
    // Only staff's names stay for the log.
    await trx.deleteFrom('former_users').where('id', '=', account.id).execute();
    if (staffWork > 0) {
      await keepNames(trx, [account.id], clock.now());
      stayed.push({ kind: 'audit', reason: 'staff-work', count: staffWork, latest: clock.now() });
    }
    count('sessions', (await sessions.endAllOf(trx, [account.id])).count);
    sessions.usersChanged(trx, [account.id]);
    await forgetAllFailures(trx, keys, account.username_key);
    const confirmed = trx.updateTable('api_keys').where('confirmed_by', '=', account.username);
    await confirmed.set({ confirmed_by: pseudonym }).execute();
  }
  // Rows that refer to the account go first, or their foreign keys would delete them uncounted.
  const places = placesOf(person).sort((one, other) => Number(one.table === 'users') - Number(other.table === 'users'));
  for (const place of places) {
    // SQLite blocks the event loop; polls from memory can run in between.
    await nextTurn();
    if (place.stays === undefined) {
      count(place.kind, await deleteAt(trx, place));
      continue;
    }
    const { count: rows, latest } = await countAt(trx, place);
    if (rows > 0) stayed.push({ kind: place.kind, reason: place.stays, count: rows, latest });
  }
  await clearGateSubjects(trx, person);
  count('emails', await deleteMailTo(trx, others));
  const notifications = (await notificationsAbout(trx, person)).map(({ id }) => id);
  if (notifications.length > 0) await trx.deleteFrom('notifications').where('id', 'in', notifications).execute();
  count('notifications', notifications.length);
  const isToldAnew = (await redactNotifications(trx, person)) || notifications.length > 0;
  count('preferences', await eraseMentions(trx, deps, person));
  await deleteExpiredHolds(trx, clock.now());
  await publish(trx, bus, person, isToldAnew);
  await nextTurn();
  // Last, because it locks the audit trail.
  const entries = await eraseEntries(trx, deps, redacting, THE_REST);
  count('log', entries.deleted);
  if (entries.redacted > 0)
    stayed.push({ kind: 'audit', reason: 'audit', count: entries.redacted, latest: clock.now() });
  return { erased, stayed };
}

async function publish(trx: Trx, bus: Core['bus'], person: Person, toldStaff: boolean): Promise<void> {
  const { account, browsers, askers } = person;
  const each = async (topic: Topic, ids: readonly string[]) => {
    for (let at = 0; at < ids.length; at += NAMED_AT_ONCE)
      await bus.publishIn(trx, topic, ...ids.slice(at, at + NAMED_AT_ONCE));
  };
  await each('person-erased', account === null ? browsers : [account.id, ...browsers]);
  await each('guest-mail-changed', askers);
  for (const topic of ['message-changed', 'assignment-changed', 'help-changed'] as const)
    if (browsers.length > 0) await bus.publishIn(trx, topic, ...browsers);
  if (account !== null) await bus.publishIn(trx, 'redirect-changed', `user:${account.id}`);
  if (toldStaff) await bus.publishIn(trx, 'notifications-changed', ALL_IDS);
}
