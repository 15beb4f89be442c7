import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { CLOCK_SKEW_MS, type Clock } from '../clock.ts';
import type { HttpError } from '../errors.ts';
import { clearLimit, renewLimit, takeFromLimits } from '../limits/database-counts.ts';
import type { Count } from '../limits/limit.ts';
import type { Log } from '../process/log.ts';
import type { Db } from './tables.ts';

/** A process that hasn't renewed for this long is dead. */
export const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 3_000;

interface LeaseDeps {
  readonly clock: Clock;
  readonly severalProcesses: boolean;
}

/** Uses the database's clock, because processes' clocks differ. */
export function leaseColumns({ clock, severalProcesses }: LeaseDeps, ms = LEASE_MS) {
  const now = (): RawBuilder<number> =>
    severalProcesses ? sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)` : sql`${clock.now()}`;
  return {
    expiry: () => sql<number>`${now()} + ${sql.lit(ms)}`,
    /** A lease too far in the future is from before the clock was set back. */
    hasExpired: (column: string) => {
      const until = sql`coalesce(${sql.ref(column)}, 0)`;
      return sql<boolean>`(${until} <= ${now()} or ${until} > ${now()} + ${sql.lit(ms + CLOCK_SKEW_MS)})`;
    },
  };
}

export function keepRenewing(renew: () => Promise<unknown>, log: Log): NodeJS.Timeout {
  const failed = (error: unknown) => log.warn({ err: error }, 'lease not renewed, trying again');
  return setInterval(() => void renew().catch(failed), RENEW_EVERY_MS).unref();
}

/** Work of a page that was closed may end meanwhile. */
const PATIENCE_MS = 2_000;
const TRY_EVERY_MS = 100;

export async function withLease<T>(
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Log },
  key: string,
  running: () => HttpError,
  work: () => Promise<T>,
): Promise<T> {
  const lease: Count = { key, most: 1, seconds: LEASE_MS / 1000 };
  const patientUntil = performance.now() + PATIENCE_MS;
  while ((await takeFromLimits(db, [lease], clock.now())) > 0) {
    if (performance.now() > patientUntil) throw running();
    await wait(TRY_EVERY_MS);
  }
  const renewal = keepRenewing(() => renewLimit(db, lease, clock.now()), log);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await clearLimit(db, lease).catch((error) => log.warn({ err: error }, 'lease not released'));
  }
}
