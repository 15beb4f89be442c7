import { systemClock } from '../server/clock.ts';
import type { Config } from '../server/config.ts';
import { type Keys, keysFrom } from '../server/crypto/keys.ts';
import { openDatabase } from '../server/db/database.ts';
import type { Db } from '../server/db/tables.ts';
import { insertAccount } from '../server/features/users/accounts.ts';
import { openBus } from '../server/live/open-bus.ts';
import { createLog } from '../server/process/log.ts';
import { Sessions } from '../server/sessions/sessions.ts';

const visitor = { ipAddress: '127.0.0.1', location: '', device: '', userAgent: '' };

/** Fills the database before the server starts, and creates sessions of admins without passwords. */
export async function prepare(
  config: Config,
  admins: number,
  fill: (db: Db, keys: Keys) => Promise<void> = async () => {},
): Promise<{ id: string; cookie: string }[]> {
  const log = createLog('silent');
  const keys = keysFrom(config.secretKey as string);
  const { db, pool, close } = await openDatabase(config, log);
  const bus = await openBus({ db, pool }, config.databaseUrl, log);
  const sessions = new Sessions({ db, clock: systemClock, bus, log, config });
  const account = { role: 'admin', passwordState: 'own', passwordHash: 'none' } as const;
  const cookies: { id: string; cookie: string }[] = [];
  for (let index = 0; index < admins; index += 1) {
    const admin = await insertAccount(db, { username: `admin${index}`, ...account }, keys, Date.now());
    const { token } = await db.transaction().execute((trx) => sessions.start(trx, admin, visitor, false));
    cookies.push({ id: admin.id, cookie: `gatehouse=${token}` });
  }
  await fill(db, keys);
  await sessions.close();
  await bus.close();
  await close();
  return cookies;
}
