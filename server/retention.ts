import { setTimeout as pause } from 'node:timers/promises';
import { GUEST_ACTIONS } from '../contract/activity.rules.ts';
import type { Core } from './core.ts';
import { deleteOldMessages } from './delivery/outbox-queries.ts';
import { deleteOldEntries } from './features/activity/activity.ts';
import { deleteCrowdedOut, deleteOldGuests } from './features/guest-activity/queries.ts';
import type { Notifications } from './features/notifications/notifications.ts';
import type { Prompts } from './features/prompts/prompts.ts';
import type { Redirects } from './features/redirects/redirects.ts';
import type { SettingsStore } from './features/settings/settings.ts';

interface RetentionDeps extends Pick<Core, 'db' | 'clock'> {
  readonly settings: SettingsStore;
  readonly notifications: Notifications;
  readonly prompts: Prompts;
  readonly redirects: Redirects;
}

/** Few enough that nobody waits for them: requests go on between two batches. */
const ROWS_AT_ONCE = 200;
const PAUSE_MS = 20;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Notifications that are about a guest. */
const GUEST_NOTIFICATIONS = ['page_view', 'code_result'] as const;
/** Messages that nothing is left to be done for. */
const DONE = ['sent', 'failed', 'expired'] as const;

/** Deletes at most so many rows and says how many; the owner of the table knows how. */
type DeleteBatch = (most: number) => Promise<number>;

/** Deletes what is older than the settings allow, in small batches, each a transaction of its own. Answers how many rows. */
export async function deleteOldData(deps: RetentionDeps, closing: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const deleteBatch of tablesOf(deps)) {
    for (let rows = ROWS_AT_ONCE; rows >= ROWS_AT_ONCE && !closing.aborted; ) {
      rows = await deleteBatch(ROWS_AT_ONCE);
      deleted += rows;
      if (rows > 0) await pause(PAUSE_MS, undefined, { ref: false });
    }
  }
  return deleted;
}

/** What staff did to guests stays in the log for as long as everything else there. */
function tablesOf({ db, clock, settings, notifications, prompts, redirects }: RetentionDeps): DeleteBatch[] {
  const { activityRetentionDays, guestRetentionDays } = settings.current;
  const before = clock.now() - activityRetentionDays * DAY_MS;
  const guestsBefore = clock.now() - Math.min(guestRetentionDays, activityRetentionDays) * DAY_MS;
  const batches: DeleteBatch[] = [
    (most) => deleteOldEntries(db, null, before, most),
    (most) => notifications.deleteOld(null, before, most),
    (most) => deleteOldGuests(db, guestsBefore, most),
    (most) => deleteCrowdedOut(db, most),
    (most) => prompts.deleteOld(guestsBefore, most),
    (most) => redirects.deleteOldOfGuests(guestsBefore, most),
  ];
  for (const action of GUEST_ACTIONS) batches.push((most) => deleteOldEntries(db, action, guestsBefore, most));
  for (const type of GUEST_NOTIFICATIONS) batches.push((most) => notifications.deleteOld(type, guestsBefore, most));
  // Each row names somebody's address, also those of users.
  for (const state of DONE) batches.push((most) => deleteOldMessages(db, state, guestsBefore, most));
  return batches;
}
