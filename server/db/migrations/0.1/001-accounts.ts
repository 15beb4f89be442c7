import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const accounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('users')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('username_key', 'text', (column) => column.notNull().unique())
      .addColumn('email', 'text')
      .addColumn('email_key', 'text', (column) => column.unique())
      .addColumn('first_name', 'text')
      .addColumn('last_name', 'text')
      .addColumn('profile_image_url', 'text')
      .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('user', 'admin')`))
      .addColumn('status', 'text', (column) =>
        column.notNull().check(sql`status in ('active', 'suspended', 'needs_auth')`),
      )
      .addColumn('auth_type', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('password_state', 'text', (column) =>
        column.notNull().check(sql`password_state in ('own', 'temporary', 'first_run')`),
      )
      .addColumn('temporary_password', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('ip_address', 'text', (column) => column.notNull())
      .addColumn('location', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute();
    await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();

    await db.schema
      .createTable('sign_in_attempts')
      .addColumn('name_hash', 'text', (column) => column.primaryKey())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('blocked_until', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('sign_in_attempts_by_time').on('sign_in_attempts').column('updated_at').execute();

    await db.schema
      .createTable('used_captchas')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('used_captchas_by_expiry').on('used_captchas').column('expires_at').execute();

    await db.schema
      .createTable('activity')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text')
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('page', 'text')
      .addColumn('ip_address', 'text', (column) => column.notNull())
      .addColumn('location', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('user_agent', 'text', (column) => column.notNull())
      .addColumn('details', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('activity_by_time').on('activity').columns(['created_at', 'id']).execute();
    await db.schema.createIndex('activity_by_user').on('activity').columns(['user_id', 'created_at']).execute();
    await db.schema.createIndex('activity_by_action').on('activity').columns(['action', 'created_at']).execute();

    await db.schema
      .createTable('heartbeat')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('beat_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
