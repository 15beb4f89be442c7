import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const severalProcesses: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('limit_counts')
      .addColumn('passed', 'text', (column) => column.notNull().defaultTo(''))
      .execute();

    await db.schema
      .alterTable('guests')
      .addColumn('viewed_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update guests set viewed_at = page_since`.execute(db);

    await db.schema.alterTable('outbox').addColumn('claimed_until', 'bigint').execute();
    await sql`update outbox set claimed_until = due_at where state = 'sending'`.execute(db);

    await db.schema
      .createIndex('notifications_by_group')
      .on('notifications')
      .columns(['group_key', 'created_at'])
      .execute();
    await sql`insert into locks (name, taken) values ('notifications', 0)`.execute(db);
  },
};
