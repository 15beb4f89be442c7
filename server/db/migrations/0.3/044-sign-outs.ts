import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was begun in somebody's name ends when they are signed out; who entered an address does not become trusted with its account's role. */
export const signOuts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['users', 'bulk_jobs', 'setting_proposals'])
      await db.schema
        .alterTable(table)
        .addColumn('sign_outs', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    await db.schema.alterTable('users').addColumn('email_by', 'text').execute();
  },
};
