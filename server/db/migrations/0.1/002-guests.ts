import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const guests: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('limit_counts')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('resets_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('limit_counts_by_time').on('limit_counts').column('resets_at').execute();

    await db.schema
      .createTable('guest_verifications')
      .addColumn('guest_id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text')
      .addColumn('sent_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('submitted_at', 'bigint')
      .addColumn('outcome', 'text', (column) => column.check(sql`outcome in ('accepted', 'refused')`))
      .addColumn('refusal', 'text')
      .addColumn('verified_at', 'bigint')
      .execute();
    await db.schema.createIndex('guest_verifications_by_time').on('guest_verifications').column('sent_at').execute();

    await db.schema
      .createTable('gate_tokens')
      .addColumn('jti', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('guest_prompts')
      .addColumn('guest_ip', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('email', 'code')`))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('redirects')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('guest_ip', 'text')
      .addColumn('destination_path', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('is_persistent', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('redirects_by_guest').on('redirects').column('guest_ip').execute();
    await db.schema.createIndex('redirects_by_user').on('redirects').column('user_id').execute();

    await db.schema
      .createTable('outbox')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('channel', 'text', (column) => column.notNull().check(sql`channel in ('mail', 'chat')`))
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text')
      .addColumn('state', 'text', (column) =>
        column.notNull().check(sql`state in ('queued', 'sending', 'sent', 'failed', 'expired')`),
      )
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('error', 'text')
      .addColumn('guest_ip', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema.createIndex('outbox_by_due').on('outbox').columns(['state', 'due_at']).execute();
    await db.schema.createIndex('outbox_by_guest').on('outbox').columns(['guest_ip', 'created_at']).execute();
  },
};
