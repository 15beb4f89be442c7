import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const serverKey: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('server_key')
      .addColumn('one', 'integer', (column) => column.primaryKey())
      .addColumn('key_id', 'text')
      .execute();
    await sql`insert into server_key (one, key_id) values (1, null)`.execute(db);
  },
};
