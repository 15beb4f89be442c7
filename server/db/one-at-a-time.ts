import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { HttpError } from '../errors.ts';
import { clearLimit, renewLimit, takeFromLimits } from '../limits/database-counts.ts';
import type { Count } from '../limits/limit.ts';
import type { Log } from '../process/log.ts';
import type { Db } from './tables.ts';

/** The lease of a process that died ends after so long. */
const LEASE_SECONDS = 15;
const RENEWED_EVERY_MS = 3_000;
/** A page that has just left the work before this one finds it ended within so long. */
const PATIENCE_MS = 2_000;
const TRIED_EVERY_MS = 100;

/** Runs the work unless work with the same key is running, on whichever process. */
export async function oneAtATime<T>(
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Log },
  key: string,
  running: () => HttpError,
  work: () => Promise<T>,
): Promise<T> {
  const lease: Count = { key, most: 1, seconds: LEASE_SECONDS };
  const patientUntil = performance.now() + PATIENCE_MS;
  while ((await takeFromLimits(db, [lease], clock.now())) > 0) {
    if (performance.now() > patientUntil) throw running();
    await wait(TRIED_EVERY_MS);
  }
  const failed = (error: unknown) => log.warn({ err: error }, 'lease not renewed or given back');
  const renewal = setInterval(() => void renewLimit(db, lease, clock.now()).catch(failed), RENEWED_EVERY_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await clearLimit(db, lease).catch(failed);
  }
}
