import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Mails wait in turns and are sent at a limited rate. Rows of processes of the version before go first. */
export const mailTurns: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('outbox')
      .addColumn('turn', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // Only of what waits: everything else is many times as much, and nobody asks for it by these.
    const waits = sql<boolean>`state = 'queued'`;
    await db.schema
      .createIndex('outbox_by_turn')
      .on('outbox')
      .columns(['channel', 'turn', 'due_at'])
      .where(waits)
      .execute();
    await db.schema
      .createIndex('outbox_by_expiry')
      .on('outbox')
      .columns(['channel', 'expires_at'])
      .where(waits)
      .execute();

    await db.schema
      .createTable('send_rates')
      .addColumn('channel', 'text', (column) => column.primaryKey())
      .addColumn('used_until', 'bigint', (column) => column.notNull())
      .execute();
    await sql`insert into send_rates (channel, used_until) values ('mail', 0)`.execute(db);
  },
};
