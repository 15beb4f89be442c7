import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Without a foreign key: a deleted account may have created others. */
export const accountMeans: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('account_means')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('admin_id', 'text', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('account_means_pair', ['user_id', 'admin_id'])
      .execute();
    await sql`
      insert into account_means (user_id, admin_id, since)
      select user_id, began_by, began_at from admin_terms where began_by is not null and began_by <> user_id`.execute(
      db,
    );
  },
};
