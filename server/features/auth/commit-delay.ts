import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '../../core.ts';

const DELAY_MS = 25;

interface CommitDelayDeps extends Pick<Core, 'severalProcesses'> {
  readonly hasher: Pick<Core['hasher'], 'load'>;
}

/**
 * Await it before a commit. While many passwords queue, a short delay lets SQLite share one commit (group commit), so
 * the process waits for the disk less often.
 */
export function commitDelays(
  { hasher, severalProcesses }: CommitDelayDeps,
  passed: () => Promise<void> = () => pause(DELAY_MS),
) {
  let delay: Promise<void> | null = null;
  return async (): Promise<void> => {
    const { running, waiting } = hasher.load();
    if (severalProcesses || waiting === 0 || waiting < 2 * running) return;
    delay ??= passed().then(() => {
      delay = null;
    });
    await delay;
  };
}
