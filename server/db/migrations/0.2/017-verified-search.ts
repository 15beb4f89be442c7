import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const verifiedSearch: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index verified_addresses_by_email on verified_addresses (email_key, verified_at, id)`.execute(db);
    await sql`create index verified_addresses_by_sub on verified_addresses (gate_sub, verified_at, id)
      where gate_sub is not null`.execute(db);
  },
};
