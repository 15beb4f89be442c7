import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** The new name is on the disk when this returns; without the second step a power cut could take it back. */
export function renameForGood(from: string, to: string): void {
  renameSync(from, to);
  sync(dirname(to));
}

/** Waits until a file or a directory is on the disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
