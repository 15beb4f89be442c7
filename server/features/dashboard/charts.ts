import { sql } from 'kysely';
import { BAR_HOURS, type ChartRange, RANGE_DAYS } from '../../../contract/dashboard/dashboard.rules.ts';
import type { Charts } from '../../../contract/dashboard/dashboard.ts';
import type { Action } from '../../../contract/log/activity.rules.ts';
import { cachedFor, memoized } from '../../bounded-cache.ts';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/tables.ts';
import { countSteps } from '../guests/steps.ts';
import type { SettingsStore } from '../settings/settings.ts';

/** A longer range takes longer to count, and changes less within a minute. */
const KEPT_MS: Record<ChartRange, number> = { '24h': 2_000, '7d': 10_000, '30d': 30_000, '90d': 60_000 };
const KEPT_MAX = 64;

interface ChartsDeps extends Pick<Core, 'reader' | 'clock'> {
  readonly settings: Pick<SettingsStore, 'current'>;
}

interface Asked {
  readonly range: ChartRange;
  readonly offset: number;
}

/** Cached, because every open dashboard polls. */
export function keptCharts(deps: ChartsDeps): (asked: Asked) => Promise<Charts> {
  const kept = memoized(KEPT_MAX, (key) => {
    const asked: Asked = JSON.parse(key);
    return cachedFor(KEPT_MS[asked.range], deps.clock, () => charts(deps, asked));
  });
  return ({ range, offset }) => kept(JSON.stringify({ range, offset }))();
}

async function charts({ reader, clock, settings }: ChartsDeps, { range, offset }: Asked): Promise<Charts> {
  const now = clock.now();
  const since = now - RANGE_DAYS[range] * DAY_MS;
  const { activityRetentionDays, guestRetentionDays } = settings.current;
  return {
    hours: await signInBars(reader, { since, now, barMs: BAR_HOURS[range] * HOUR_MS, offsetMs: offset * MINUTE_MS }),
    ...(await countSteps(reader, since, now)),
    keptDays: { signIns: activityRetentionDays, guests: Math.min(guestRetentionDays, activityRetentionDays) },
  };
}

interface Bars {
  readonly since: number;
  readonly now: number;
  readonly barMs: number;
  readonly offsetMs: number;
}

/** The first bar starts with the range, so that the bars cover the same time as the number of security alerts. */
async function signInBars(reader: Db, { since, now, barMs, offsetMs }: Bars): Promise<Charts['hours']> {
  const barOf = (time: number) => Math.floor((time - offsetMs) / barMs);
  const startOf = (bar: number) => bar * barMs + offsetMs;
  const first = barOf(since);
  const length = barOf(now) - first + 1;
  const byBar = async (action: Action) => {
    const bar = sql<number>`(created_at - ${sql.lit(startOf(first))}) / ${sql.lit(barMs)}`;
    const rows = await reader
      .selectFrom('activity')
      .select((row) => [bar.as('bar'), row.fn.countAll<number>().as('count')])
      .where('action', '=', action)
      .where('created_at', '>', since)
      .groupBy(bar)
      .execute();
    const counts = new Array<number>(length).fill(0);
    for (const row of rows) {
      // Another process's clock may be ahead.
      const at = Math.min(Number(row.bar), length - 1);
      counts[at] = (counts[at] ?? 0) + row.count;
    }
    return counts;
  };
  const [signIns, failures] = [await byBar('login'), await byBar('failed_login')];
  return signIns.map((count, bar) => ({
    start: iso(Math.max(since, startOf(first + bar))),
    signIns: count,
    failures: failures[bar] ?? 0,
  }));
}
