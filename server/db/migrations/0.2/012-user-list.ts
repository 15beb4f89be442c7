import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const userList: Migration = {
  async up(db: Kysely<unknown>) {
    // 0: not recorded. A constant default rewrites no row.
    await db.schema
      .alterTable('users')
      .addColumn('signed_in_at', 'bigint', (column) => column.defaultTo(0))
      .execute();
    await sql`
      update users set signed_in_at =
        (select max(created_at) from activity where activity.user_id = users.id and action = 'login')
      where temporary_password is not null
        and exists (select 1 from activity where activity.user_id = users.id and action = 'login')
    `.execute(db);
    for (const statement of [
      'create index users_listed_by_name on users (name_key, id, status, role, search)',
      'create index users_listed_by_use on users (updated_at, id, status, role, search)',
      'create index users_listed_by_age on users (created_at, id, status, role, search)',
      'drop index users_by_name',
      // Without it SQLite would scan one of the three above for admins.
      "create index users_admins_by_use on users (updated_at, status, id) where role = 'admin'",
      "create index users_aside_by_name on users (status, name_key, id, role, search) where status <> 'active'",
      "create index users_aside_by_use on users (status, updated_at, id, role, search) where status <> 'active'",
      "create index users_aside_by_age on users (status, created_at, id, role, search) where status <> 'active'",
    ])
      await sql.raw(statement).execute(db);
    if (isPostgres(db)) await keepPartsApart(db);
  },
};

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** PostgreSQL rewrites all of a row's indexes at each sign-in; the trigram index has forty entries per user. */
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
