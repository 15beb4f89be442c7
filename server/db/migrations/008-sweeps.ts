import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Every table that is swept has an index along which the oldest rows are found. */
export const sweeps: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('gate_tokens_by_expiry').on('gate_tokens').column('expires_at').execute();
  },
};
