import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const year: Migration = {
  async up(db: Kysely<unknown>) {
    // With the id, or SQLite scans all entries.
    await sql`drop index activity_of_staff`.execute(db);
    await sql`create index activity_of_staff on activity (created_at, id) where staff = 1`.execute(db);
    await sql`create index notifications_warnings on notifications (created_at, id)
      where severity in ('warning', 'error')`.execute(db);

    await sql`drop index outbox_by_guest`.execute(db);

    // By triggers, so that processes of the version before count too.
    await db.schema
      .createTable('user_totals')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('total', 'bigint', (column) => column.notNull())
      .execute();
    await sql`insert into user_totals (id, total) select 1, count(*) from users`.execute(db);
    await db.schema
      .createTable('notification_totals')
      .addColumn('type', 'text', (column) => column.primaryKey())
      .addColumn('total', 'bigint', (column) => column.notNull())
      .addColumn('unread', 'bigint', (column) => column.notNull())
      .execute();
    await sql`
      insert into notification_totals (type, total, unread)
      select type, count(*), sum(1 - is_read) from notifications group by type`.execute(db);
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const statement of isPostgres ? ON_POSTGRES : ON_SQLITE) await sql.raw(statement).execute(db);
  },
};

const ON_SQLITE = [
  'create trigger user_totals_insert after insert on users begin update user_totals set total = total + 1; end',
  'create trigger user_totals_delete after delete on users begin update user_totals set total = total - 1; end',
  `create trigger notification_totals_insert after insert on notifications begin
     insert into notification_totals (type, total, unread) values (new.type, 1, 1 - new.is_read)
       on conflict (type) do update set total = total + 1, unread = unread + excluded.unread;
   end`,
  `create trigger notification_totals_delete after delete on notifications begin
     update notification_totals set total = total - 1, unread = unread - 1 + old.is_read where type = old.type;
   end`,
  `create trigger notification_totals_update after update of is_read on notifications
     when old.is_read <> new.is_read begin
     update notification_totals set unread = unread + old.is_read - new.is_read where type = new.type;
   end`,
];

const ON_POSTGRES = [
  `create function user_totals_change() returns trigger language plpgsql as $$ begin
     if tg_op = 'INSERT' then update user_totals set total = total + (select count(*) from changed);
     else update user_totals set total = total - (select count(*) from changed);
     end if;
     return null;
   end $$`,
  `create trigger user_totals_insert after insert on users referencing new table as changed
     for each statement execute function user_totals_change()`,
  `create trigger user_totals_delete after delete on users referencing old table as changed
     for each statement execute function user_totals_change()`,
  `create function notification_totals_insert() returns trigger language plpgsql as $$ begin
     insert into notification_totals (type, total, unread)
       select type, count(*), sum(1 - is_read) from added group by type order by type
       on conflict (type) do update
       set total = notification_totals.total + excluded.total, unread = notification_totals.unread + excluded.unread;
     return null;
   end $$`,
  `create trigger notification_totals_insert after insert on notifications referencing new table as added
     for each statement execute function notification_totals_insert()`,
  `create function notification_totals_delete() returns trigger language plpgsql as $$ begin
     update notification_totals set total = notification_totals.total - gone.total, unread = notification_totals.unread - gone.unread
       from (select type, count(*) as total, sum(1 - is_read) as unread from removed group by type) as gone
       where notification_totals.type = gone.type;
     return null;
   end $$`,
  `create trigger notification_totals_delete after delete on notifications referencing old table as removed
     for each statement execute function notification_totals_delete()`,
  `create function notification_totals_update() returns trigger language plpgsql as $$ begin
     update notification_totals set unread = notification_totals.unread + turned.unread
       from (select added.type, sum(removed.is_read - added.is_read) as unread from added join removed using (id)
         where removed.is_read <> added.is_read group by added.type) as turned
       where notification_totals.type = turned.type;
     return null;
   end $$`,
  `create trigger notification_totals_update after update on notifications
     referencing old table as removed new table as added
     for each statement execute function notification_totals_update()`,
];
