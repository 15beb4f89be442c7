const MINUTE = 60;
const HOUR = 3600;

const two = (number: number) => String(number).padStart(2, '0');

/** "8s", "3m 05s", "2h 07m": how long something lasts. Clocks differ: what has not begun yet lasts no time. */
export function elapsed(ms: number) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < MINUTE) return `${seconds}s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m ${two(seconds % MINUTE)}s`;
  return `${Math.floor(seconds / HOUR)}h ${two(Math.floor((seconds % HOUR) / MINUTE))}m`;
}
