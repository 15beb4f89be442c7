import type { Core } from './core.ts';
import type { Database } from './db/database.ts';
import type { Feature } from './feature.ts';
import type { AuditChainer } from './features/log/audit/chainer.ts';
import type { Notify } from './features/notifications/events.ts';
import type { SettingsStore } from './features/settings/settings.ts';
import { sweepLimits } from './limits/database-counts.ts';
import { deleteOldData } from './retention.ts';

interface SweepingDeps extends Pick<Core, 'config' | 'db' | 'clock' | 'log' | 'sessions' | 'rows'> {
  readonly database: Database;
  readonly features: readonly Feature[];
  readonly settings: SettingsStore;
  readonly audit: AuditChainer;
  readonly notify: Notify;
}

const SWEEP_EVERY_MS = 10 * 60_000;

/** Every ten minutes: removes what has expired and what the retention settings delete. */
export function startSweeping(deps: SweepingDeps) {
  const { database, features, db, clock, log, sessions, rows, audit, notify } = deps;
  const closing = new AbortController();
  const sweepAll = async () => {
    await sessions.sweep();
    await sweepLimits(db, clock.now(), closing.signal);
    for (const feature of features) await feature.sweep?.(closing.signal);
    const deleted = await deleteOldData(deps, features, closing.signal);
    if (deleted > 0) log.info({ rows: deleted }, 'old data deleted');
    await audit.check();
    await database.vacuumIncrementally(closing.signal);
    const entries = rows.untold();
    if (entries > 0) {
      log.warn({ entries }, 'entries of strangers were not recorded, see ROW_BUDGET');
      notify({ kind: 'entries-missing', entries });
    }
  };
  const sweep = () => database.withFrequentCheckpoints(sweepAll);
  let sweeping = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch((error) => log.warn({ err: error }, 'sweeping failed, trying again later'));
  }, SWEEP_EVERY_MS);
  timer.unref();
  return {
    sweep,
    async close() {
      clearInterval(timer);
      closing.abort();
      await sweeping;
    },
  };
}
