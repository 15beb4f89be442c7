import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db, Tables } from '../../server/db/tables.ts';
import type { Bus } from '../../server/live/bus.ts';
import { postgresBus } from '../../server/live/postgres-bus.ts';
import { createLog } from '../../server/process/log.ts';

/** The shared parts of a process: one connection for queries, and the bus, which listens on another. */
export interface LightProcess {
  readonly db: Db;
  readonly bus: Bus;
}

export const quiet = createLog('silent');

export async function openCrowd(url: string, count: number) {
  const pools = Array.from({ length: count }, () => new pg.Pool({ connectionString: url, max: 1 }));
  const crowd = await Promise.all(
    pools.map(async (pool): Promise<LightProcess> => {
      // Opened now, so that opening it is not measured.
      await pool.query('select 1');
      return {
        db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
        bus: await postgresBus(pool, url, quiet),
      };
    }),
  );
  return {
    crowd,
    async close() {
      await Promise.all(crowd.map(({ bus }) => bus.close()));
      // Not by Kysely, which leaves an unused pool open.
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}
