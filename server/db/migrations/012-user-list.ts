import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When somebody last signed in, and what lists of users in other orders than by name are read from. */
export const userList: Migration = {
  async up(db: Kysely<unknown>) {
    // Accounts from before have 0, "not recorded": a constant is added without writing a row, however many there are.
    await db.schema
      .alterTable('users')
      .addColumn('signed_in_at', 'bigint', (column) => column.defaultTo(0))
      .execute();
    // Whoever has an unused temporary password has signed in before it only if the log says so. These are few.
    await sql`
      update users set signed_in_at =
        (select max(created_at) from activity where activity.user_id = users.id and action = 'login')
      where temporary_password is not null
        and exists (select 1 from activity where activity.user_id = users.id and action = 'login')
    `.execute(db);
    // As the one in name order: what a search looks at is read from the index.
    for (const statement of [
      'create index users_by_use on users (updated_at, id, search)',
      'create index users_by_age on users (created_at, id, search)',
      // Few, as a rule, so they cost the others nothing, and where they are many they are still found in order.
      "create index users_aside_by_name on users (status, name_key, id, search) where status <> 'active'",
      "create index users_aside_by_use on users (status, updated_at, id, search) where status <> 'active'",
      "create index users_aside_by_age on users (status, created_at, id, search) where status <> 'active'",
    ])
      await sql.raw(statement).execute(db);
  },
};
