import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a temporary password was issued, because it ends. Those that are out there count from now on. */
export const temporaryPasswords: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('temporary_password_at', 'bigint').execute();
    await sql`update users set temporary_password_at = ${Date.now()} where password_state = 'temporary'`.execute(db);
  },
};
