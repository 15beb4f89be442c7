import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A redacted entry has several links, so `entry_id` is no longer unique. */
export const redactions: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    if (isPostgres) await sql`alter table audit_chain drop constraint audit_chain_entry_id_key`.execute(db);
    else await rebuildOnSqlite(db);
    await db.schema.createIndex('audit_chain_by_entry').on('audit_chain').columns(['entry_id', 'position']).execute();
  },
};

/** SQLite cannot drop a unique constraint. */
async function rebuildOnSqlite(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit_chain').renameTo('audit_chain_before').execute();
  await db.schema
    .createTable('audit_chain')
    .addColumn('position', 'bigint', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('entry_id', 'text')
    .addColumn('entry_mac', 'text')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('previous', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('linked_at', 'bigint', (column) => column.notNull())
    .addColumn('removed', 'text')
    .execute();
  await sql`insert into audit_chain
    select position, kind, entry_id, entry_mac, key_id, previous, hash, linked_at, removed
    from audit_chain_before order by position`.execute(db);
  await db.schema.dropTable('audit_chain_before').execute();
}
