import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const personalReads: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await db.schema
      .createTable('notification_seq')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('last', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('notification_marks')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('mark', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('notification_reads')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('notification_reads_key', ['user_id', 'seq'])
      .execute();

    await db.schema
      .alterTable('notifications')
      .addColumn('seq', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`
      with counted as (
        select id, created_at, row_number() over (partition by type order by created_at desc, id desc) as place
        from notifications where is_read = 0
      ), numbered as (
        select id, row_number() over (order by created_at, id) as seq from counted where place <= 1000
      )
      update notifications set seq = numbered.seq from numbered where numbered.id = notifications.id`.execute(db);
    await sql`
      insert into notification_seq (id, last)
      select 1, last from (select max(seq) as last from notifications) as numbers where last > 0`.execute(db);
    await sql`create index notifications_by_seq on notifications (type, seq)`.execute(db);
    await sql`drop index notifications_unread_by_type`.execute(db);
    for (const statement of isPostgres ? ON_POSTGRES : ON_SQLITE) await sql.raw(statement).execute(db);
  },
};

/** By triggers, so that processes of the version before do it too. */
const ON_SQLITE = [
  `create trigger notification_marks_insert after insert on users when new.role <> 'user' begin
     insert or replace into notification_marks (user_id, mark) select new.id, last from notification_seq;
   end`,
  `create trigger notification_marks_update after update of role on users when old.role = 'user' and new.role <> 'user' begin
     insert or replace into notification_marks (user_id, mark) select new.id, last from notification_seq;
   end`,
];

const ON_POSTGRES = [
  `create function notification_marks_begin() returns trigger language plpgsql as $$ begin
     insert into notification_marks (user_id, mark) select new.id, last from notification_seq
       on conflict (user_id) do update set mark = excluded.mark;
     return null;
   end $$`,
  `create trigger notification_marks_insert after insert on users for each row
     when (new.role <> 'user') execute function notification_marks_begin()`,
  `create trigger notification_marks_update after update of role on users for each row
     when (old.role = 'user' and new.role <> 'user') execute function notification_marks_begin()`,
  // For processes of the version before, which give no number.
  `create function next_notification_seq() returns bigint language sql as $$
     insert into notification_seq as numbers (id, last) values (1, 1)
       on conflict (id) do update set last = numbers.last + 1 returning last
   $$`,
  'alter table notifications alter column seq set default next_notification_seq()',
];
