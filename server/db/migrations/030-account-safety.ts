import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * In which browser a registration was made, because only that one can confirm it; those without one can't be confirmed. And
 * whether a password is too short to stand alone, which is known of those from before at their next sign-in.
 */
export const accountSafety: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('registrations').addColumn('guest_id', 'text').execute();
    await db.schema
      .alterTable('users')
      .addColumn('short_password', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
