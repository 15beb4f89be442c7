import type { Clock } from '../../server/clock.ts';
import type { NewUser } from '../../server/db/tables.ts';
import { accountRow, type NewAccount } from '../../server/features/users/accounts.ts';
import type { TestApp } from './app.ts';

const AT_ONCE = 500;

/** Inserts thousands of accounts without a usable password. */
export async function insertUsers(
  app: Pick<TestApp, 'db' | 'keys'> & { readonly clock: Clock },
  people: readonly (Partial<NewAccount> & { username: string })[],
): Promise<NewUser[]> {
  const rows = people.map((person) =>
    accountRow({ role: 'user', passwordState: 'own', passwordHash: 'none', ...person }, app.keys, app.clock.now()),
  );
  await app.db.transaction().execute(async (trx) => {
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      await trx
        .insertInto('users')
        .values(rows.slice(at, at + AT_ONCE))
        .execute();
    }
  });
  return rows;
}
