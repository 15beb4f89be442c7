import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const secondFactors: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('passkeys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('credential_id', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('backed_up', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await sql`create index passkeys_of_users on passkeys (user_id)`.execute(db);
    await db.schema
      .createTable('totp_apps')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('secret', 'text')
      .addColumn('last_step', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('added_at', 'bigint')
      .addColumn('offered_secret', 'text')
      .addColumn('offered_until', 'bigint')
      .execute();
    await db.schema
      .createTable('recovery_codes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('sealed_hash', 'text')
      .addColumn('used_at', 'bigint')
      .execute();
    await sql`create index recovery_codes_of_users on recovery_codes (user_id)`.execute(db);
    await db.schema
      .createTable('begun_sign_ins')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('password_then', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await sql`create index begun_sign_ins_of_users on begun_sign_ins (user_id)`.execute(db);
    await sql`create index begun_sign_ins_expiry on begun_sign_ins (expires_at)`.execute(db);
    await db.schema
      .createTable('used_challenges')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await sql`create index used_challenges_expiry on used_challenges (expires_at)`.execute(db);
  },
};
