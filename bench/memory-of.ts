import { readFileSync } from 'node:fs';

/**
 * What a process may hold, in MB. Used: lists, exports, 10,000 guests, or quiet after a busy hour; pressed: at full
 * speed. Heap snapshots show that it can't be less (decision 65).
 */
export const MEMORY_GOALS = { started: 150, used: 200, pressed: 300 };

/** Megabytes that a process holds now, or held at its peak. */
export const memoryOf = (pid: number, which: 'now' | 'most') => {
  const field = which === 'now' ? 'VmRSS' : 'VmHWM';
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
};
