import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Apart from `users`, so that lists do not read pictures. */
export const profilePictures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('profile_pictures')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('picture', 'text', (column) => column.notNull())
      .execute();
  },
};
