import { readFileSync } from 'node:fs';

/** Processor time since boot: taken by the host (steal), and total. */
function times(): { taken: number; all: number } {
  try {
    const [, ...parts] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
    // user, nice, system, idle, iowait, irq, softirq, steal; the rest is part of the first two.
    const counted = parts.slice(0, 8).map(Number);
    return { taken: counted[7] ?? 0, all: counted.reduce((sum, part) => sum + part, 0) };
  } catch {
    return { taken: 0, all: 0 };
  }
}

/** The percentage of processor time that the host takes away from now on. */
export function watchTakenAway(): () => number {
  const before = times();
  return () => {
    const after = times();
    return after.all === before.all ? 0 : (100 * (after.taken - before.taken)) / (after.all - before.all);
  };
}
