import { readFileSync } from 'node:fs';

const OTHER_FILES = 500;

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/** Infinity if unlimited or unknown. */
export function allowedFiles(limits = readLimits()): number {
  const [, allowed] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return Number(allowed ?? Number.POSITIVE_INFINITY);
}

/** With a lower limit, connections and our own files fail without a reason. */
export function openFilesWarning(allowed: number, connections: number): string | null {
  const needed = connections + OTHER_FILES;
  if (allowed >= needed) return null;
  return `The system allows ${allowed} open files, but ${needed} may be needed: raise the limit (LimitNOFILE=${needed} in systemd, ulimit -n in a shell), see docs/RUNNING.md`;
}
