import { type Migration, Migrator } from 'kysely/migration';
import { accounts } from './migrations/001-accounts.ts';
import { guests } from './migrations/002-guests.ts';
import { people } from './migrations/003-people.ts';
import { live } from './migrations/004-live.ts';
import type { Db } from './tables.ts';

/** In order; a migration that has been released is never edited. */
const migrations: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-guests': guests,
  '003-people': people,
  '004-live': live,
};

/**
 * Both dialects run this in one transaction (PostgreSQL under an advisory lock), so a killed
 * migration leaves nothing behind and two processes that start together take turns.
 */
export async function migrate(db: Db, further: Record<string, Migration> = {}): Promise<void> {
  const all = { ...migrations, ...further };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
