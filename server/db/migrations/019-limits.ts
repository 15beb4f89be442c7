import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many a limit lets pass stands beside its count, so that one statement takes from many limits. */
export const limits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('limit_counts')
      .addColumn('most', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
