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
    // They hold everything that a page of the list goes by, so that looking through many users reads nothing but an index.
    for (const statement of [
      'create index users_listed_by_name on users (name_key, id, status, role, search)',
      'create index users_listed_by_use on users (updated_at, id, status, role, search)',
      'create index users_listed_by_age on users (created_at, id, status, role, search)',
      'drop index users_by_name',
      // Few, as a rule, so that they cost the others nothing; where they are many they are still found in order.
      "create index users_aside_by_name on users (status, name_key, id, role, search) where status <> 'active'",
      "create index users_aside_by_use on users (status, updated_at, id, role, search) where status <> 'active'",
      "create index users_aside_by_age on users (status, created_at, id, role, search) where status <> 'active'",
    ])
      await sql.raw(statement).execute(db);
  },
};
