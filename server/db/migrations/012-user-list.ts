import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When somebody last signed in. */
export const userList: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('signed_in_at', 'bigint').execute();
    // Whoever has a password of their own has signed in; of a temporary one that nobody has used only the log knows.
    await sql`
      update users set signed_in_at = updated_at
      where temporary_password is null or id in (select user_id from activity where action = 'login')
    `.execute(db);
  },
};
