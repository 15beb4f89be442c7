import { statfs } from 'node:fs/promises';
import type { Log } from '../process/log.ts';
import type { ReserveFile } from './reserve-file.ts';

export interface Space {
  readonly free: number;
  readonly size: number;
}

export async function spaceAt(dir: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(dir);
  return { free: bavail * bsize, size: blocks * bsize };
}

const MB = 1024 * 1024;
const LOOK_EVERY_MS = 5_000;
const PART_KEPT_FREE = 0.05;
const KEPT_FREE_LEAST = 50 * MB;
const KEPT_FREE_MOST = 2 * 1024 * MB;
const HYSTERESIS = 1.2;

export const reservedSpace = (size: number) =>
  Math.min(Math.max(size * PART_KEPT_FREE, KEPT_FREE_LEAST), KEPT_FREE_MOST);

interface DiskSpaceDeps {
  readonly log: Log;
  readonly look: () => Promise<Space>;
  readonly reserve: Pick<ReserveFile, 'keep'>;
}

type OnTight = (freeMb: number) => void;

export class DiskSpace {
  readonly #deps: DiskSpaceDeps;
  #timer: NodeJS.Timeout | undefined;
  #tight = false;
  #onTight: OnTight = () => {};

  constructor(deps: DiskSpaceDeps) {
    this.#deps = deps;
  }

  async watch(onTight: OnTight): Promise<void> {
    this.#onTight = onTight;
    this.#timer = setInterval(() => void this.#upkeep(), LOOK_EVERY_MS);
    this.#timer.unref();
    await this.look();
  }

  get tight(): boolean {
    return this.#tight;
  }

  async #upkeep(): Promise<void> {
    const { log, reserve } = this.#deps;
    const free = await this.look();
    await reserve
      .keep({ tight: this.#tight, free })
      .catch((error) => log.warn({ err: error }, 'no reserve on the disk'));
  }

  async look(): Promise<number> {
    const { log, look } = this.#deps;
    // If the system cannot tell, keep recording.
    const { free, size } = await look().catch(() => ({ free: Number.POSITIVE_INFINITY, size: 0 }));
    const wasTight = this.#tight;
    this.#tight = free < reservedSpace(size) * (wasTight ? HYSTERESIS : 1);
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
