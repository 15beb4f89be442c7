import { readFileSync } from 'node:fs';

/** Megabytes that a process holds now, or held at its peak. */
export const memoryOf = (pid: number, which: 'now' | 'most') => {
  const field = which === 'now' ? 'VmRSS' : 'VmHWM';
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
};
