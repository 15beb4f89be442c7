import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a webhook tells of, which is known after its contents are erased; and what the list of deliveries is read by. */
export const webhooks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('outbox').addColumn('kind', 'text').execute();
    await sql`create index outbox_webhooks on outbox (created_at, id) where channel = 'webhook'`.execute(db);
    await sql`create index outbox_webhooks_sent on outbox (finished_at)
      where channel = 'webhook' and state = 'sent'`.execute(db);
  },
};
