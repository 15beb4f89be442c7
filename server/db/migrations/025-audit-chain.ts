import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What staff did, bound by keyed sums and linked one to the other; and found by person, kind and target. */
export const auditChain: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['mac', 'kind', 'target'])
      await db.schema.alterTable('activity').addColumn(name, 'text').execute();
    // Entries from before, and those of a process of the version before, are taken over by the first start.
    await db.schema
      .alterTable('activity')
      .addColumn('chain_state', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index activity_unlinked on activity (chain_state, id) where staff = 1 and chain_state <> 2`.execute(
      db,
    );
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
