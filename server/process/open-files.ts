import { readFileSync } from 'node:fs';

/** The database, its readers, the log, mail on its way. */
const OTHER_FILES = 500;

/** What the system allows this process, as Linux tells it; empty elsewhere. */
export function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/**
 * Each connection is an open file. Where the system allows fewer than we do, a crowd would be turned away by the system, together
 * with whatever the server has to open for itself, and nobody would know why.
 */
export function openFilesWarning(limits: string, connections: number) {
  const [, allowed] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  const needed = connections + OTHER_FILES;
  if (allowed === undefined || Number(allowed) >= needed) return null;
  const message = `The system allows ${allowed} open files, and ${needed} can be needed: raise the limit (LimitNOFILE=${needed} in systemd, ulimit -n in a shell), see docs/RUNNING.md`;
  return { figures: { allowed: Number(allowed), needed }, message };
}
