import { GUEST_ACTIONS } from '../contract/log/activity.rules.ts';
import { NotificationType } from '../contract/notifications/notifications.ts';
import type { Core } from './core.ts';
import { deleteOldStaffEntries } from './db/audit-chain/retention.ts';
import { type DeleteBatch, inBatches } from './db/batches.ts';
import { deleteOldMessages } from './delivery/outbox-queries.ts';
import type { Help } from './features/guests/help/help.ts';
import type { Messages } from './features/guests/messages/messages.ts';
import { deleteCrowdedOut, deleteOldGuests } from './features/guests/presence/queries.ts';
import { deleteOldEntries } from './features/log/activity/activity.ts';
import { deleteOldNames } from './features/log/activity/former-users.ts';
import type { Notifications } from './features/notifications/notifications.ts';
import type { SettingsStore } from './features/settings/settings.ts';
import { deleteOldVerified } from './features/verification/verified/queries.ts';

interface RetentionDeps extends Pick<Core, 'config' | 'db' | 'clock' | 'keys'> {
  readonly settings: SettingsStore;
  readonly notifications: Notifications;
  readonly messages: Messages;
  readonly help: Help;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Notifications that are about a guest; most mail that fails was for one. */
const GUEST_NOTIFICATIONS: readonly NotificationType[] = ['page_view', 'code_result', 'help_request', 'mail_failure'];
/** Notifications that tell admins of each other. */
const STAFF_NOTIFICATIONS: readonly NotificationType[] = ['settings_change'];
/** Messages that nothing is left to be done for. */
const DONE = ['sent', 'failed', 'expired'] as const;

/** Deletes what is older than the settings allow, in small batches, each a transaction of its own. Answers how many rows. */
export async function deleteOldData(deps: RetentionDeps, closing: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const deleteBatch of tablesOf(deps)) deleted += await inBatches(deleteBatch, closing);
  return deleted;
}

/** What staff did stays for as long as the operator says, however little the settings say: no admin erases the trail. */
function tablesOf(deps: RetentionDeps): DeleteBatch[] {
  const { config, db, clock, keys, settings, notifications, messages, help } = deps;
  const { activityRetentionDays, guestRetentionDays } = settings.current;
  const daysAgo = (days: number) => clock.now() - days * DAY_MS;
  const before = daysAgo(activityRetentionDays);
  const staffBefore = daysAgo(Math.max(config.auditRetentionDays, activityRetentionDays));
  const guestsBefore = daysAgo(Math.min(guestRetentionDays, activityRetentionDays));
  const notificationsBefore = (type: NotificationType) =>
    STAFF_NOTIFICATIONS.includes(type) ? staffBefore : GUEST_NOTIFICATIONS.includes(type) ? guestsBefore : before;
  const batches: DeleteBatch[] = [
    (most) => deleteOldStaffEntries(db, keys, staffBefore, most, clock.now()),
    (most) => deleteOldEntries(db, 'users', before, most),
    // No entry of or about an account is newer than its deletion, and none stays for longer than those of staff.
    (most) => deleteOldNames(db, staffBefore, most),
    (most) => deleteOldGuests(db, guestsBefore, most),
    (most) => deleteCrowdedOut(db, most),
    (most) => deleteOldVerified(db, guestsBefore, most),
    (most) => messages.deleteOld(guestsBefore, most),
    // As long as the entry about it: no admin ends a halt by a setting.
    (most) => help.deleteOldHalts(staffBefore, most),
    (most) => help.deleteUnanswered(most),
  ];
  for (const action of GUEST_ACTIONS) batches.push((most) => deleteOldEntries(db, action, guestsBefore, most));
  for (const type of NotificationType.options)
    batches.push((most) => notifications.deleteOld(type, notificationsBefore(type), most));
  // Each row names somebody's address, also those of users.
  for (const state of DONE) batches.push((most) => deleteOldMessages(db, state, guestsBefore, most));
  return batches;
}
