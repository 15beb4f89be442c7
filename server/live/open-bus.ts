import { sql } from 'kysely';
import type pg from 'pg';
import type { HoldKey } from '../db/server-key.ts';
import type { Db } from '../db/tables.ts';
import { afterCommit } from '../db/transact.ts';
import type { Log } from '../process/log.ts';
import { type Bus, createListeners, idsToPublish, type Topic } from './bus.ts';

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

/** Commands may write too. SQLite only shows that another connection did, so drop all caches then. */
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

  const publish = (topic: Topic, ...ids: readonly string[]) => listeners.notify(topic, ...idsToPublish(ids));

  return {
    ...listeners,
    healthy: true,
    publish,
    publishIn: async (trx, ...message) => afterCommit(trx, () => publish(...message)),
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
