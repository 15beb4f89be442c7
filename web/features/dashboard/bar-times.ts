import { BAR_HOURS, type ChartRange } from '../../../contract/dashboard/dashboard.rules.ts';

export interface BarTime {
  name: string;
  /** Label below the axis; most bars have none. */
  tick: string;
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
const clock = format({ hour: '2-digit', minute: '2-digit' });
const weekday = format({ weekday: 'short' });
const dayOfMonth = format({ day: 'numeric', month: 'short' });

const TICK_EVERY: Record<ChartRange, number> = { '24h': 6, '7d': 4, '30d': 7, '90d': 14 };

/** Uses the time zone offset of the request, so that a bar keeps its day's name across a clock change. */
export function barTimes(starts: readonly string[], range: ChartRange, offset: number): BarTime[] {
  const times = starts.map((start) => new Date(Date.parse(start) - offset * 60_000));
  const hours = BAR_HOURS[range];
  // The first bar is cut off, so its start is not the start of a day.
  const firstTick = range === '7d' ? times.findIndex((time, index) => index > 0 && time.getUTCHours() === 0) : 1;
  const isTick = (index: number) => index >= firstTick && (index - firstTick) % TICK_EVERY[range] === 0;
  const dayOf = (time: Date) => `${weekday.format(time)} ${dayOfMonth.format(time)}`;
  const nameOf = (time: Date, index: number) => {
    const next = times[index + 1];
    if (hours === 24) {
      if (index === 0) return `${dayOf(time)} from ${clock.format(time)}`;
      return next ? dayOf(time) : 'Today';
    }
    const span = `${clock.format(time)}–${next ? clock.format(next) : 'now'}`;
    return range === '24h' ? span : `${dayOf(time)}, ${span}`;
  };
  const tickOf = (time: Date) => {
    if (range === '24h') return clock.format(time);
    return range === '7d' ? weekday.format(time) : dayOfMonth.format(time);
  };
  return times.map((time, index) => ({ name: nameOf(time, index), tick: isTick(index) ? tickOf(time) : '' }));
}
