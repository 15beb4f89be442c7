import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** In which browser a registration was made, because only that one can confirm it. Those without one can't be confirmed. */
export const accountSafety: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('registrations').addColumn('guest_id', 'text').execute();
  },
};
