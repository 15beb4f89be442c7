import type { Core } from './core.ts';
import { inBatches } from './db/batches.ts';
import type { Feature, RetentionLimits } from './feature.ts';
import type { SettingsStore } from './features/settings/settings.ts';

interface RetentionDeps extends Pick<Core, 'config' | 'clock'> {
  readonly settings: SettingsStore;
}

const DAY_MS = 24 * 60 * 60 * 1000;

function limitsOf({ config, clock, settings }: RetentionDeps): RetentionLimits {
  const { activityRetentionDays, guestRetentionDays } = settings.current;
  const daysAgo = (days: number) => clock.now() - days * DAY_MS;
  return {
    users: daysAgo(activityRetentionDays),
    staff: daysAgo(Math.max(config.auditRetentionDays, activityRetentionDays)),
    guests: daysAgo(Math.min(guestRetentionDays, activityRetentionDays)),
  };
}

/** Deletes what is older than the settings allow, in small batches, each a transaction of its own. Answers how many rows. */
export async function deleteOldData(
  deps: RetentionDeps,
  features: readonly Feature[],
  closing: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (const feature of features)
    for (const deleteBatch of feature.retention?.(limitsOf(deps)) ?? [])
      deleted += await inBatches(deleteBatch, closing);
  return deleted;
}
