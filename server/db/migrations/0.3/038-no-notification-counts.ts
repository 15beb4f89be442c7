import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The counters of a day count notifications now, as the list does. */
export const noNotificationCounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable('notification_counts').execute();
  },
};
