import type { Migration } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/database.ts';
import { createLog } from '../../server/process/log.ts';
import { signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, TEST_KEY } from '../support/app.ts';
import { newDatabase } from '../support/database.ts';

/** A migration of the next version. */
const next: Record<string, Migration> = {
  '999-later': {
    async up(db) {
      await db.schema.alterTable('users').addColumn('nickname', 'text').execute();
      await db.schema.alterTable('sessions').addColumn('note', 'text').execute();
    },
  },
};

test('A newer version starts beside an older one, which keeps running but cannot start again', async () => {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const older = await startApp({ database });
  const before = await signedIn(older, ADMIN);
  const newer = await openDatabase(readConfig({ ...database.env, SECRET_KEY: TEST_KEY }), createLog('silent'), next);
  onTestFinished(() => newer.close());
  expect((await before.get('/api/admin/users')).statusCode).toBe(200);
  await signedIn(older, ADMIN);
  await expect(startApp({ database })).rejects.toThrow(
    'The database was used by a newer version of Gatehouse ("999-later"). Use that version, or restore the backup from before.',
  );
});
