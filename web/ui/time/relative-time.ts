const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 1440;

/** How long ago, in few words. Clocks differ: what seems to lie ahead was just now. */
export function relativeTime(then: number, now: number) {
  const minutes = Math.floor((now - then) / MINUTE_MS);
  if (minutes < 1) return 'Just now';
  if (minutes < HOUR) return `${minutes}m ago`;
  if (minutes < DAY) return `${Math.floor(minutes / HOUR)}h ago`;
  return `${Math.floor(minutes / DAY)}d ago`;
}
