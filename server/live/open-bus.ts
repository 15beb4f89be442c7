import type pg from 'pg';
import type { Db } from '../db/tables.ts';
import type { Log } from '../log.ts';
import type { Bus } from './bus.ts';

/** What only one of the databases needs is loaded only with it. */
export async function openBus(
  { db, pool }: { db: Db; pool: pg.Pool | null },
  databaseUrl: string | null,
  log: Log,
): Promise<Bus> {
  if (pool === null || databaseUrl === null) {
    const { sqliteBus } = await import('./sqlite-bus.ts');
    return sqliteBus(db, log);
  }
  const { postgresBus } = await import('./postgres-bus.ts');
  return postgresBus(pool, databaseUrl, log);
}
