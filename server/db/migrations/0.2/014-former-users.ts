import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const formerUsers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('former_users')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('former_users_by_time').on('former_users').column('deleted_at').execute();
    await namesInTheLog(db);

    await db.schema.alterTable('redirects').addColumn('sent_by', 'text').execute();
  },
};

async function namesInTheLog(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const told = (name: string): RawBuilder<string> =>
    isPostgres ? sql`details::json ->> ${sql.lit(name)}` : sql`json_extract(details, ${sql.lit(`$.${name}`)})`;
  await sql`
    insert into former_users (id, name, username, deleted_at)
    select ${told('user')}, ${told('username')}, ${told('username')}, created_at from activity
    where action = 'profile_update' and details like '{"change":"deleted","user":"%","username":"%'
    on conflict (id) do nothing
  `.execute(db);
}
