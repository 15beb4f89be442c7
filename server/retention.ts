import { GUEST_ACTIONS } from '../contract/activity.rules.ts';
import type { Core } from './core.ts';
import { type DeleteBatch, inBatches } from './db/batches.ts';
import { deleteOldMessages } from './delivery/outbox-queries.ts';
import { deleteOldEntries } from './features/activity/activity.ts';
import { deleteOldGuests } from './features/guest-activity/queries.ts';
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

const DAY_MS = 24 * 60 * 60 * 1000;

/** Notifications that are about a guest. */
const GUEST_NOTIFICATIONS = ['page_view', 'code_result'] as const;
/** Messages that nothing is left to be done for. */
const DONE = ['sent', 'failed', 'expired'] as const;

/** Deletes what is older than the settings allow, in small batches, each a transaction of its own. Answers how many rows. */
export async function deleteOldData(deps: RetentionDeps, closing: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const deleteBatch of tablesOf(deps)) deleted += await inBatches(deleteBatch, closing);
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
    (most) => prompts.deleteOld(guestsBefore, most),
    (most) => redirects.deleteOldOfGuests(guestsBefore, most),
  ];
  for (const action of GUEST_ACTIONS) batches.push((most) => deleteOldEntries(db, action, guestsBefore, most));
  for (const type of GUEST_NOTIFICATIONS) batches.push((most) => notifications.deleteOld(type, guestsBefore, most));
  // Each row names somebody's address, also those of users.
  for (const state of DONE) batches.push((most) => deleteOldMessages(db, state, guestsBefore, most));
  return batches;
}
