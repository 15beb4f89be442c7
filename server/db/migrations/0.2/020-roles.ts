import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const ROLE = "role in ('user', 'helper', 'manager', 'auditor', 'admin')";

export const roles: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const statement of isPostgres ? ON_POSTGRES : await onSqlite(db)) await sql.raw(statement).execute(db);
    await sql`create index users_staff on users (role, name_key, id, status, search) where role <> 'user'`.execute(db);
    await db.schema
      .alterTable('users')
      .addColumn('second_factor', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    for (const column of ['proven_at', 'second_factor'])
      await db.schema
        .alterTable('sessions')
        .addColumn(column, column === 'proven_at' ? 'bigint' : 'integer', (added) => added.notNull().defaultTo(0))
        .execute();
    await sql`update sessions set proven_at = created_at`.execute(db);
  },
};

const ON_POSTGRES = [
  'alter table users drop constraint users_role_check',
  `alter table users add constraint users_role_check check (${ROLE})`,
];

/** SQLite cannot change a check constraint: rebuild the column and its indexes. */
async function onSqlite(db: Kysely<unknown>): Promise<string[]> {
  const { rows: indexes } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'index' and tbl_name = 'users' and sql like '%role%'
  `.execute(db);
  return [
    ...indexes.map(({ name }) => `drop index ${name}`),
    `alter table users add column new_role text not null default 'user' check (${ROLE.replace('role', 'new_role')})`,
    "update users set new_role = role where role <> 'user'",
    'alter table users drop column role',
    'alter table users rename column new_role to role',
    ...indexes.map((index) => index.sql),
  ];
}
