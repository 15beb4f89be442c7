import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Without the second step a power cut could undo the rename. */
export function renameForGood(from: string, to: string): void {
  renameSync(from, to);
  sync(dirname(to));
}

export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
