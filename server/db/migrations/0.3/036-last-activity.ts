import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A column of its own: a change by staff moves `updated_at` and makes nobody active. */
export const lastActivity: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('users')
      .addColumn('active_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update users set active_at = case when signed_in_at > 0 then signed_in_at else updated_at end`.execute(
      db,
    );
    await sql`
      update users set active_at = (select max(seen_at) from sessions where sessions.user_id = users.id)
      where id in (select user_id from sessions)
    `.execute(db);
    for (const statement of [
      'drop index users_listed_by_use',
      'create index users_listed_by_use on users (active_at, id, status, role, search)',
      'drop index users_admins_by_use',
      "create index users_admins_by_use on users (active_at, status, id) where role = 'admin'",
      'drop index users_aside_by_use',
      "create index users_aside_by_use on users (status, active_at, id, role, search) where status <> 'active'",
    ])
      await sql.raw(statement).execute(db);
  },
};
