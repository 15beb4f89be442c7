import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '../../core.ts';

const MOMENT_MS = 25;

interface MomentDeps extends Pick<Core, 'severalProcesses'> {
  readonly hasher: Pick<Core['hasher'], 'load'>;
}

/**
 * To be waited for before a commit. While many passwords wait for their turn a moment more is no loss to anybody, and on
 * SQLite everything that comes meanwhile then shares one commit: the process waits for the disk that much less often, and
 * the next password is looked at in time.
 */
export function commitDelays(
  { hasher, severalProcesses }: MomentDeps,
  passed: () => Promise<void> = () => pause(MOMENT_MS),
) {
  let moment: Promise<void> | null = null;
  return async (): Promise<void> => {
    const { running, waiting } = hasher.load();
    // Enough to do for longer than the moment lasts.
    if (severalProcesses || waiting === 0 || waiting < 2 * running) return;
    moment ??= passed().then(() => {
      moment = null;
    });
    await moment;
  };
}
