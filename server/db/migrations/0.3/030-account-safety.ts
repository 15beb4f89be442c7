import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const accountSafety: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('registrations').addColumn('guest_id', 'text').execute();
    await db.schema
      .alterTable('users')
      .addColumn('short_password', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
