import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const live: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index users_needing_auth on users (id) where status = 'needs_auth'`.execute(db);
    await db.schema.createIndex('redirects_by_time').on('redirects').columns(['created_at', 'id']).execute();
    await db.schema.createIndex('sessions_by_use').on('sessions').column('seen_at').execute();
    await db.schema.createIndex('profiles_by_completion').on('profiles').column('completed_at').execute();
  },
};
