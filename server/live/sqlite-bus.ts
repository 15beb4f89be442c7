import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';
import type { Log } from '../log.ts';
import { type Bus, localBus } from './bus.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * With SQLite there is one server, but commands may write to the file beside it. They cannot tell; the database knows
 * that another connection has written something, though not what. So everything remembered is forgotten then.
 */
export async function sqliteBus(db: Db, log: Log): Promise<Bus> {
  const gapListeners: (() => void)[] = [];
  let known = await dataVersion(db);
  let looking: Promise<void> | null = null;

  const look = async () => {
    const version = await dataVersion(db);
    if (version === known) return;
    known = version;
    for (const listener of gapListeners) listener();
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error) => log.warn({ err: error }, 'changes by commands not looked for, trying again'))
      .finally(() => {
        looking = null;
      });
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    ...localBus(),
    onGap: (listener) => gapListeners.push(listener),
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** Changes when another connection has committed, and only then. */
async function dataVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db);
  return rows[0]?.data_version ?? 0;
}
