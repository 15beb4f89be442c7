import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const sweeps: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('gate_tokens_by_expiry').on('gate_tokens').column('expires_at').execute();
  },
};
