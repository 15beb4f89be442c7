import { DAY_MS } from './clock.ts';
import type { Core } from './core.ts';
import { inBatches } from './db/batches.ts';
import type { Database } from './db/database.ts';
import type { Feature, RetentionLimits } from './feature.ts';
import type { AuditChainer } from './features/log/audit/chainer.ts';
import type { Notify } from './features/notifications/events.ts';
import type { SettingsStore } from './features/settings/settings.ts';
import { sweepLimits } from './limits/database-counts.ts';

interface SweepingDeps extends Pick<Core, 'config' | 'db' | 'clock' | 'log' | 'sessions' | 'rows'> {
  readonly database: Database;
  readonly features: readonly Feature[];
  readonly settings: SettingsStore;
  readonly audit: AuditChainer;
  readonly notify: Notify;
}

const SWEEP_EVERY_MS = 10 * 60_000;

function retentionLimits({ config, clock, settings }: SweepingDeps): RetentionLimits {
  const { activityRetentionDays, guestRetentionDays } = settings.current;
  const daysAgo = (days: number) => clock.now() - days * DAY_MS;
  return {
    users: daysAgo(activityRetentionDays),
    staff: daysAgo(Math.max(config.auditRetentionDays, activityRetentionDays)),
    guests: daysAgo(Math.min(guestRetentionDays, activityRetentionDays)),
  };
}

export function startSweeping(deps: SweepingDeps) {
  const { database, features, db, clock, log, sessions, rows, audit, notify } = deps;
  const closing = new AbortController();
  const sweepAll = async () => {
    await sessions.sweep();
    await sweepLimits(db, clock.now(), closing.signal);
    for (const feature of features) await feature.sweep?.(closing.signal);
    let deleted = 0;
    for (const feature of features)
      for (const deleteBatch of feature.retention?.(retentionLimits(deps)) ?? [])
        deleted += await inBatches(deleteBatch, closing.signal);
    if (deleted > 0) log.info({ rows: deleted }, 'old data deleted');
    await audit.check();
    const entries = rows.untold();
    if (entries > 0) {
      log.warn({ entries }, 'entries of strangers were not recorded, see ROW_BUDGET');
      notify({ kind: 'entries-missing', entries });
    }
  };
  const sweep = () => database.whileSweeping(sweepAll, closing.signal);
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
