import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Several times what the databases of a run take at once. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** Where the databases of the tests are: in memory where there is plenty, because nothing in them has to outlive a machine. */
export function testDataDir(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
