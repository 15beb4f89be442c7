import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../process/log.ts';

const MB = 1024 * 1024;
const RESERVE_MB = 16;
const NOTHING_LEFT = 4 * MB;

/**
 * Disk space set aside. When other programs fill the disk, even a deletion cannot be written: then this file is removed
 * to make room for staff and codes.
 */
export class ReserveFile {
  readonly #file: string;
  readonly #log: Log;

  constructor(dataDir: string, log: Log) {
    this.#file = join(dataDir, 'reserve');
    this.#log = log;
  }

  async keep({ tight, free }: { tight: boolean; free: number }): Promise<void> {
    const has = await stat(this.#file).then(
      () => true,
      () => false,
    );
    if (!has && !tight) await this.#take();
    if (has && free < NOTHING_LEFT) {
      await rm(this.#file, { force: true });
      this.#log.error({ reserveMb: RESERVE_MB }, 'the disk is full: the reserve is used up now, please make room');
    }
  }

  async #take(): Promise<void> {
    // Random: some file systems store zeros without taking space.
    const chunk = randomBytes(MB);
    const file = await open(this.#file, 'w', 0o600);
    try {
      for (let written = 0; written < RESERVE_MB; written += 1) await file.write(chunk);
    } catch (error) {
      await rm(this.#file, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }
}
