import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const ownAccount: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('email_changes')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('sent_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('accepted_at', 'bigint')
      .addColumn('mail_id', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('email_changes_by_session').on('email_changes').column('session_id').execute();
    await db.schema.createIndex('email_changes_by_mail').on('email_changes').column('mail_id').execute();
    await db.schema.createIndex('email_changes_by_expiry').on('email_changes').column('expires_at').execute();
  },
};
