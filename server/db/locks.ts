import { sql } from 'kysely';
import type { Tables, Trx } from './tables.ts';

/** The second transaction waits until the first is over, on whichever process it runs. To be called first. */
export async function takeTurn(trx: Trx, name: Tables['locks']['name']): Promise<void> {
  await trx.updateTable('locks').set({ taken: sql`taken + 1` }).where('name', '=', name).execute();
}
