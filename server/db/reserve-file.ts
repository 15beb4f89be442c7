import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../process/log.ts';

const MB = 1024 * 1024;
/** Enough for staff to delete some hundred entries at a time, sign in and mail codes. */
const RESERVE_MB = 16;
/** What is left when it is released: less than a few transactions of SQLite take. */
const NOTHING_LEFT = 4 * MB;

/**
 * Room that this process has taken for itself in good time. When another program has filled the disk, nothing can be written any
 * more, not even what deletes something; then the file goes, and with it there is room for what staff and codes need.
 */
export class ReserveFile {
  readonly #file: string;
  readonly #log: Log;

  constructor(dataDir: string, log: Log) {
    this.#file = join(dataDir, 'reserve');
    this.#log = log;
  }

  /** Called again and again: takes the room while there is enough, and gives it up when there is none. */
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
    // Some file systems keep zeros without taking room for them.
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
