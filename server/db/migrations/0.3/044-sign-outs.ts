import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was begun in somebody's name ends when they are signed out. */
export const signOuts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['users', 'bulk_jobs', 'setting_proposals'])
      await db.schema
        .alterTable(table)
        .addColumn('sign_outs', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
  },
};
