import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const temporaryPasswords: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('temporary_password_at', 'bigint').execute();
    await sql`update users set temporary_password_at = ${Date.now()} where password_state = 'temporary'`.execute(db);
  },
};
