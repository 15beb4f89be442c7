import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Several times what the databases of a run take at once. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** The folder for test databases: in memory if there is plenty, because they need not survive a crash. */
export function testDataDir(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
