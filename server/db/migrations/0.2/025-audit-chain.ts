import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const auditChain: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['mac', 'kind', 'target'])
      await db.schema.alterTable('activity').addColumn(name, 'text').execute();
    await sql`create index activity_staff_by_person on activity (user_id, created_at, id) where staff = 1`.execute(db);
    await sql`create index activity_staff_by_kind on activity (kind, created_at, id) where staff = 1`.execute(db);
    await sql`create index activity_staff_by_person_and_kind on activity (user_id, kind, created_at, id) where staff = 1`.execute(
      db,
    );
    await sql`create index activity_staff_by_target on activity (target, created_at, id) where staff = 1`.execute(db);

    await db.schema
      .createTable('audit_chain')
      .addColumn('position', 'bigint', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('entry_id', 'text', (column) => column.unique())
      .addColumn('entry_mac', 'text')
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('previous', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('linked_at', 'bigint', (column) => column.notNull())
      .addColumn('removed', 'text')
      .execute();
    // Filled by a trigger: every writer of an entry is covered.
    await db.schema
      .createTable('audit_waiting')
      .addColumn('entry_id', 'text', (column) => column.primaryKey())
      .addColumn('refused', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('audit_waiting_by_state')
      .on('audit_waiting')
      .columns(['refused', 'entry_id'])
      .execute();
    await sql`insert into audit_waiting (entry_id) select id from activity where staff = 1`.execute(db);
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const statement of isPostgres ? ON_POSTGRES : ON_SQLITE) await sql.raw(statement).execute(db);
    await db.schema
      .createTable('audit_cuts')
      .addColumn('position', 'bigint', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('cut_at', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('mac', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('audit_keys')
      .addColumn('key_id', 'text', (column) => column.primaryKey())
      .addColumn('sealed', 'text')
      .execute();
    await sql`insert into locks (name, taken) values ('audit', 0)`.execute(db);
  },
};

const ON_POSTGRES = [
  `create function activity_waits() returns trigger language plpgsql as $$ begin
     insert into audit_waiting (entry_id) values (new.id) on conflict do nothing;
     return null;
   end $$`,
  `create trigger activity_waits after insert on activity for each row when (new.staff = 1)
     execute function activity_waits()`,
];

const ON_SQLITE = [
  `create trigger activity_waits after insert on activity when new.staff = 1 begin
     insert or ignore into audit_waiting (entry_id) values (new.id);
   end`,
];
