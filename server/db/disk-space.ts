import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../process/log.ts';

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
const RESERVE_MB = 16;
const NOTHING_LEFT = 4 * MB;

export const reservedSpace = (size: number) =>
  Math.min(Math.max(size * PART_KEPT_FREE, KEPT_FREE_LEAST), KEPT_FREE_MOST);

/** Stops recording page views before the disk is full. */
export function diskSpace(dataDir: string, log: Log, spaceOf = spaceAt) {
  const reserve = join(dataDir, 'reserve');
  let tight = false;
  let onTight = (_freeMb: number) => {};
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<number> => {
    // Unknown counts as enough: keep recording.
    const { free, size } = await spaceOf(dataDir).catch(() => ({ free: Number.POSITIVE_INFINITY, size: 0 }));
    const wasTight = tight;
    tight = free < reservedSpace(size) * (wasTight ? HYSTERESIS : 1);
    if (tight === wasTight) return free;
    const freeMb = Math.floor(free / MB);
    if (tight) {
      log.warn({ freeMb }, 'the disk is nearly full, page views of guests are not recorded');
      onTight(freeMb);
    } else log.info({ freeMb }, 'the disk has enough space again');
    return free;
  };

  /** On a full disk even deletions fail. Removing the reserve file makes room for staff and codes. */
  const keepReserve = async (free: number): Promise<void> => {
    const has = existsSync(reserve);
    if (!has && !tight) await fill(reserve);
    if (has && free < NOTHING_LEFT) {
      await rm(reserve, { force: true });
      log.error({ reserveMb: RESERVE_MB }, 'the disk is full and the reserve is used up: free some space');
    }
  };

  return {
    isTight: () => tight,
    look,
    async watch(notify: (freeMb: number) => void): Promise<void> {
      onTight = notify;
      const failed = (error: unknown) => log.warn({ err: error }, 'no reserve on the disk');
      timer = setInterval(() => void look().then(keepReserve).catch(failed), LOOK_EVERY_MS).unref();
      await look();
    },
    close: () => clearInterval(timer),
  };
}

async function fill(path: string): Promise<void> {
  // Random, because some file systems store zeros without using space.
  const chunk = randomBytes(MB);
  const file = await open(path, 'w', 0o600);
  try {
    for (let written = 0; written < RESERVE_MB; written += 1) await file.write(chunk);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
