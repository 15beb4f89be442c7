import { GUEST_ACTIONS } from '../contract/log/activity.rules.ts';
import { NotificationType } from '../contract/notifications/notifications.ts';
import type { Core } from './core.ts';
import { deleteOldStaffEntries } from './db/audit-chain/retention.ts';
import { type DeleteBatch, inBatches } from './db/batches.ts';
import { deleteOldMessages } from './delivery/outbox-queries.ts';
import type { Help } from './features/guests/help/help.ts';
import type { Care } from './features/guests/messages/care.ts';
import { deleteCrowdedOut, deleteOldGuests } from './features/guests/presence/queries.ts';
import type { Prompts } from './features/guests/prompts/prompts.ts';
import { deleteOldEntries } from './features/log/activity/activity.ts';
import { deleteOldNames } from './features/log/activity/former-users.ts';
import type { Notifications } from './features/notifications/notifications.ts';
import type { Redirects } from './features/redirects/redirects.ts';
import type { SettingsStore } from './features/settings/settings.ts';
import { deleteOldVerified } from './features/verification/verified/queries.ts';

interface RetentionDeps extends Pick<Core, 'config' | 'db' | 'clock' | 'keys'> {
  readonly settings: SettingsStore;
  readonly notifications: Notifications;
  readonly prompts: Prompts;
  readonly redirects: Redirects;
  readonly care: Care;
  readonly help: Help;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const GUEST_NOTIFICATIONS: readonly NotificationType[] = ['page_view', 'code_result', 'help_request', 'mail_failure'];
const STAFF_NOTIFICATIONS: readonly NotificationType[] = ['settings_change'];
const DONE = ['sent', 'failed', 'expired'] as const;

export async function deleteOldData(deps: RetentionDeps, closing: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const deleteBatch of tablesOf(deps)) deleted += await inBatches(deleteBatch, closing);
  return deleted;
}

/** Staff entries stay as long as the operator says: no admin can erase them by a setting. */
function tablesOf(deps: RetentionDeps): DeleteBatch[] {
  const { config, db, clock, keys, settings, notifications, prompts, redirects, care, help } = deps;
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
    (most) => deleteOldNames(db, staffBefore, most),
    (most) => deleteOldGuests(db, guestsBefore, most),
    (most) => deleteCrowdedOut(db, most),
    (most) => deleteOldVerified(db, guestsBefore, most),
    (most) => prompts.deleteOld(guestsBefore, most),
    (most) => redirects.deleteOldOfGuests(guestsBefore, most),
    (most) => care.deleteOld(guestsBefore, most),
    // As long as its entry: no admin can end a stop by a setting.
    (most) => help.deleteOldHalts(staffBefore, most),
    (most) => help.deleteUnanswered(most),
  ];
  for (const action of GUEST_ACTIONS) batches.push((most) => deleteOldEntries(db, action, guestsBefore, most));
  for (const type of NotificationType.options)
    batches.push((most) => notifications.deleteOld(type, notificationsBefore(type), most));
  for (const state of DONE) batches.push((most) => deleteOldMessages(db, state, guestsBefore, most));
  return batches;
}
