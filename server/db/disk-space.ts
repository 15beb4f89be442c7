import { statfs } from 'node:fs/promises';
import type { Log } from '../process/log.ts';
import type { ReserveFile } from './reserve-file.ts';

export interface Space {
  readonly free: number;
  readonly size: number;
}

/** Of the disk on which a directory is. Free is what this process may use. */
export async function spaceAt(dir: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(dir);
  return { free: bavail * bsize, size: blocks * bsize };
}

const MB = 1024 * 1024;
const LOOK_EVERY_MS = 5_000;
const PART_KEPT_FREE = 0.05;
const KEPT_FREE_LEAST = 50 * MB;
const KEPT_FREE_MOST = 2 * 1024 * MB;
/** So much more has to be free before it counts as enough again: nobody wants to hear of every change. */
const AGAIN_ENOUGH = 1.2;

/** What stays free for codes, sign-ins and everything that staff do. */
export const keptFree = (size: number) => Math.min(Math.max(size * PART_KEPT_FREE, KEPT_FREE_LEAST), KEPT_FREE_MOST);

interface DiskSpaceDeps {
  readonly log: Log;
  readonly look: () => Promise<Space>;
  readonly reserve: Pick<ReserveFile, 'keep'>;
}

type OnTight = (freeMb: number) => void;

/** Looks every few seconds whether the disk is nearly full. */
export class DiskSpace {
  readonly #deps: DiskSpaceDeps;
  #timer: NodeJS.Timeout | undefined;
  #tight = false;
  #onTight: OnTight = () => {};

  constructor(deps: DiskSpaceDeps) {
    this.#deps = deps;
  }

  /** Who is to know when the disk becomes nearly full. */
  async watch(onTight: OnTight): Promise<void> {
    this.#onTight = onTight;
    this.#timer = setInterval(() => void this.#upkeep(), LOOK_EVERY_MS);
    this.#timer.unref();
    await this.look();
  }

  get tight(): boolean {
    return this.#tight;
  }

  /** Not at the start, which is to be quick. */
  async #upkeep(): Promise<void> {
    const { log, reserve } = this.#deps;
    const free = await this.look();
    await reserve
      .keep({ tight: this.#tight, free })
      .catch((error) => log.warn({ err: error }, 'no reserve on the disk'));
  }

  /** Answers how much is free. */
  async look(): Promise<number> {
    const { log, look } = this.#deps;
    // A system that does not tell is no reason to record less.
    const { free, size } = await look().catch(() => ({ free: Number.POSITIVE_INFINITY, size: 0 }));
    const wasTight = this.#tight;
    this.#tight = free < keptFree(size) * (wasTight ? AGAIN_ENOUGH : 1);
    if (this.#tight === wasTight) return free;
    const freeMb = Math.floor(free / MB);
    if (this.#tight) {
      log.warn({ freeMb }, 'the disk is nearly full, page views of guests are not recorded');
      this.#onTight(freeMb);
    } else log.info({ freeMb }, 'the disk has room again');
    return free;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
