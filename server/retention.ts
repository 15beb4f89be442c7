import { setTimeout as pause } from 'node:timers/promises';
import type { SelectQueryBuilder } from 'kysely';
import { GUEST_ACTIONS } from '../contract/activity.rules.ts';
import type { Clock } from './clock.ts';
import type { Db, Tables } from './db/tables.ts';
import type { SettingsStore } from './features/settings/settings.ts';
import type { Bus } from './live/bus.ts';

interface RetentionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly settings: SettingsStore;
}

/** Few enough that nobody waits for them: requests go on between two batches. */
const ROWS_AT_ONCE = 200;
const PAUSE_MS = 20;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Notifications that are about a guest. */
const GUEST_NOTIFICATIONS = ['page_view', 'code_result'] as const;

/** Deletes one batch and says how many rows it held. */
type Batch = () => Promise<number>;

/** Deletes what is older than the settings allow, in small batches, each a transaction of its own. */
export async function deleteOldData(deps: RetentionDeps, closing: AbortSignal): Promise<number> {
  const { clock, settings } = deps;
  const { activityRetentionDays, guestRetentionDays } = settings.current;
  const now = clock.now();
  const batches = [
    ...activityBatches(deps, now - activityRetentionDays * DAY_MS),
    ...guestBatches(deps, now - Math.min(guestRetentionDays, activityRetentionDays) * DAY_MS),
  ];
  let deleted = 0;
  for (const batch of batches) {
    for (let rows = ROWS_AT_ONCE; rows >= ROWS_AT_ONCE && !closing.aborted; ) {
      rows = await batch();
      deleted += rows;
      if (rows > 0) await pause(PAUSE_MS, undefined, { ref: false });
    }
  }
  return deleted;
}

function activityBatches({ db, bus }: RetentionDeps, before: number): Batch[] {
  return [
    async () => {
      const old = db.selectFrom('activity').select('id').where('created_at', '<', before).orderBy('created_at');
      return count(await db.deleteFrom('activity').where('id', 'in', old.limit(ROWS_AT_ONCE)).executeTakeFirst());
    },
    () => {
      const old = db.selectFrom('notifications').select('id').where('created_at', '<', before).orderBy('created_at');
      return deleteNotifications({ db, bus }, old.limit(ROWS_AT_ONCE));
    },
  ];
}

/** What staff did to guests stays in the log for as long as everything else there; persistent redirects stay until removed. */
function guestBatches({ db, bus }: RetentionDeps, before: number): Batch[] {
  const entries = GUEST_ACTIONS.map(
    (action): Batch =>
      async () => {
        const old = db
          .selectFrom('activity')
          .select('id')
          .where('action', '=', action)
          .where('created_at', '<', before)
          .orderBy('created_at');
        return count(await db.deleteFrom('activity').where('id', 'in', old.limit(ROWS_AT_ONCE)).executeTakeFirst());
      },
  );
  const notifications = GUEST_NOTIFICATIONS.map(
    (type): Batch =>
      () => {
        const old = db
          .selectFrom('notifications')
          .select('id')
          .where('type', '=', type)
          .where('created_at', '<', before);
        return deleteNotifications({ db, bus }, old.orderBy('created_at').limit(ROWS_AT_ONCE));
      },
  );
  // Each row names somebody's address, also those of users.
  const messages = (['sent', 'failed', 'expired'] as const).map(
    (state): Batch =>
      async () => {
        const old = db.selectFrom('outbox').select('id').where('state', '=', state).where('due_at', '<', before);
        return count(
          await db.deleteFrom('outbox').where('id', 'in', old.orderBy('due_at').limit(ROWS_AT_ONCE)).executeTakeFirst(),
        );
      },
  );
  const guests: Batch = async () => {
    const old = db.selectFrom('guests').select('ip_address').where('last_seen_at', '<', before);
    return count(
      await db
        .deleteFrom('guests')
        .where('ip_address', 'in', old.orderBy('last_seen_at').limit(ROWS_AT_ONCE))
        .executeTakeFirst(),
    );
  };
  // Whoever has these in memory looks again.
  const prompts: Batch = async () => {
    const old = db.selectFrom('guest_prompts').select('guest_ip').where('created_at', '<', before).limit(ROWS_AT_ONCE);
    const gone = await db.deleteFrom('guest_prompts').where('guest_ip', 'in', old).returning('guest_ip').execute();
    for (const { guest_ip } of gone) bus.publish('guest-steered', guest_ip);
    return gone.length;
  };
  const redirects: Batch = async () => {
    const old = db
      .selectFrom('redirects')
      .select('id')
      .where('created_at', '<', before)
      .where('guest_ip', 'is not', null)
      .where('is_persistent', '=', 0)
      .orderBy('created_at')
      .limit(ROWS_AT_ONCE);
    const gone = await db.deleteFrom('redirects').where('id', 'in', old).returning('guest_ip').execute();
    for (const { guest_ip } of gone) bus.publish('guest-steered', guest_ip as string);
    return gone.length;
  };
  return [...entries, ...notifications, ...messages, guests, prompts, redirects];
}

/** The newest ones and the number of unread ones are in memory. */
async function deleteNotifications(
  { db, bus }: Pick<RetentionDeps, 'db' | 'bus'>,
  old: SelectQueryBuilder<Tables, 'notifications', { id: string }>,
): Promise<number> {
  const rows = count(await db.deleteFrom('notifications').where('id', 'in', old).executeTakeFirst());
  if (rows > 0) bus.publish('notified', 'all');
  return rows;
}

const count = (result: { numDeletedRows: bigint } | undefined) => Number(result?.numDeletedRows ?? 0);
