import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const limits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('limit_counts')
      .addColumn('most', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
