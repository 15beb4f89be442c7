import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const mailAndResult: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['accepted_at', 'first_sent_at', 'abandoned_at'])
      await db.schema.alterTable('guest_verifications').addColumn(name, 'bigint').execute();
    await db.schema.alterTable('guest_verifications').addColumn('mail_id', 'text').execute();
    await sql`update guest_verifications set accepted_at = sent_at, first_sent_at = sent_at`.execute(db);
    await sql`create index guest_verifications_unfinished on guest_verifications (expires_at)
      where verified_at is null and abandoned_at is null`.execute(db);

    await db.schema.alterTable('outbox').addColumn('answer', 'text').execute();
    await db.schema.alterTable('outbox').addColumn('bounced_at', 'bigint').execute();

    await db.schema
      .createTable('gate_passes')
      .addColumn('guest_id', 'text', (column) => column.primaryKey())
      .addColumn('jti', 'text', (column) => column.notNull())
      .addColumn('sub', 'text')
      .addColumn('claims', 'text')
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('gate_passes_by_time').on('gate_passes').column('used_at').execute();

    await db.schema
      .createTable('verified_addresses')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('guest_id', 'text', (column) => column.notNull())
      .addColumn('verified_at', 'bigint', (column) => column.notNull())
      .addColumn('took_ms', 'bigint', (column) => column.notNull())
      .addColumn('helped', 'integer', (column) => column.notNull())
      .addColumn('gate_jti', 'text')
      .addColumn('gate_sub', 'text')
      .addColumn('gate_claims', 'text')
      .execute();
    await db.schema
      .createIndex('verified_addresses_by_time')
      .on('verified_addresses')
      .columns(['verified_at', 'id'])
      .execute();

    await db.schema
      .createTable('mail_times')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('verified_at', 'bigint', (column) => column.notNull())
      .addColumn('took_ms', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('mail_times_by_time').on('mail_times').column('verified_at').execute();
  },
};
