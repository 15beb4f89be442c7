import { readFileSync } from 'node:fs';

const OTHER_FILES = 500;

export function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/** A lower ulimit rejects connections and our own files without saying why. */
export function openFilesWarning(limits: string, connections: number) {
  const [, allowed] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  const needed = connections + OTHER_FILES;
  if (allowed === undefined || Number(allowed) >= needed) return null;
  const message = `The system allows ${allowed} open files, but ${needed} may be needed: raise the limit (LimitNOFILE=${needed} in systemd, ulimit -n in a shell), see docs/RUNNING.md`;
  return { figures: { allowed: Number(allowed), needed }, message };
}
