import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Without the second sync, a power cut could undo the rename. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  fsyncPath(dirname(to));
}

export function fsyncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
