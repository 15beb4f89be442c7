import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const shownLanguages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('guests').addColumn('language', 'text').execute();
    await db.schema.alterTable('guest_messages').addColumn('language', 'text').execute();
  },
};
