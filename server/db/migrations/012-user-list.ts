import { type Kysely, PostgresAdapter, sql } from 'kysely';
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
      // Without it SQLite would look for admins through one of those three, that is through everybody.
      "create index users_admins_by_use on users (updated_at, status, id) where role = 'admin'",
      // Few, as a rule, so that they cost the others nothing; where they are many they are still found in order.
      "create index users_aside_by_name on users (status, name_key, id, role, search) where status <> 'active'",
      "create index users_aside_by_use on users (status, updated_at, id, role, search) where status <> 'active'",
      "create index users_aside_by_age on users (status, created_at, id, role, search) where status <> 'active'",
    ])
      await sql.raw(statement).execute(db);
    if (isPostgres(db)) await keepPartsApart(db);
  },
};

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * PostgreSQL writes every index of a row anew when a column of any of them changes, and a sign-in changes one. The index of
 * parts has some forty entries for each user, so it gets a table of its own, which only names change, as on SQLite.
 */
async function keepPartsApart(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'create table user_search (user_id text primary key, search text not null)',
    'insert into user_search (user_id, search) select id, search from users',
    'create index user_search_by_part on user_search using gin (gatehouse_parts(search)) with (fastupdate = off)',
    'drop index users_by_part',
    `create function gatehouse_user_search() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then insert into user_search (user_id, search) values (new.id, new.search);
      elsif tg_op = 'UPDATE' then update user_search set search = new.search where user_id = new.id;
      else delete from user_search where user_id = old.id;
      end if;
      return null;
    end $$`,
    'create trigger user_search_insert after insert on users for each row execute function gatehouse_user_search()',
    `create trigger user_search_update after update of search on users for each row
      when (old.search is distinct from new.search) execute function gatehouse_user_search()`,
    'create trigger user_search_delete after delete on users for each row execute function gatehouse_user_search()',
  ])
    await sql.raw(statement).execute(db);
}
