import { sql } from 'kysely';
import type pg from 'pg';
import type { HoldKey } from '../db/server-key.ts';
import type { Db, Trx } from '../db/tables.ts';
import { afterCommit } from '../db/transact.ts';
import type { Log } from '../process/log.ts';
import { type Bus, createListeners, type Topic } from './bus.ts';

export async function openBus(
  { db, pool, hold }: { db: Db; pool: pg.Pool | null; hold?: HoldKey | null },
  databaseUrl: string | null,
  log: Log,
): Promise<Bus> {
  if (pool === null || databaseUrl === null) return sqliteBus(db, log);
  const { postgresBus } = await import('./postgres-bus.ts');
  return postgresBus(pool, databaseUrl, log, hold);
}

const LOOK_EVERY_MS = 1_000;

/**
 * One server, but commands may write to the file beside it. SQLite only reveals that another connection wrote, so drop
 * all caches then.
 */
async function sqliteBus(db: Db, log: Log): Promise<Bus> {
  const listeners = createListeners();
  let known = await dataVersion(db);
  let looking: Promise<void> | null = null;

  const look = async () => {
    const version = await dataVersion(db);
    if (version === known) return;
    known = version;
    listeners.gapOccurred();
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error) => log.warn({ err: error }, 'changes by commands not looked for, trying again'))
      .finally(() => {
        looking = null;
      });
  }, LOOK_EVERY_MS).unref();

  const publishAfter = (trx: Trx, topic: Topic, ...ids: readonly string[]) =>
    afterCommit(trx, () => listeners.notify(topic, ...ids));

  return {
    ...listeners,
    healthy: true,
    publish: listeners.notify,
    publishAfter,
    publishIn: async (...message) => publishAfter(...message),
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}

async function dataVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db);
  return rows[0]?.data_version ?? 0;
}
