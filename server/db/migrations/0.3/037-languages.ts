import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const languages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('language', 'text').execute();
    await db.schema.alterTable('users').addColumn('signed_in_language', 'text').execute();
    await db.schema.alterTable('guest_verifications').addColumn('language', 'text').execute();
  },
};
