import { setFlagsFromString } from 'node:v8';

const EVERY_MS = 5_000;
/** The share of the time in which the process has something to do. Above it speed is worth more than memory. */
const BUSY = 0.2;

/**
 * V8 gives memory back when little is allocated, which it judges by its last collections: a portal that has gone quiet has
 * none, and keeps what a busy hour has left for as long as it is quiet. So it is told when there is little to do. It then
 * collects in small steps; one by hand would stop everybody. For the whole process, threads included.
 */
export function saveMemoryWhenQuiet(): void {
  let isSaving = false;
  let last = performance.eventLoopUtilization();
  const look = () => {
    const now = performance.eventLoopUtilization();
    const isQuiet = performance.eventLoopUtilization(now, last).utilization < BUSY;
    last = now;
    if (isQuiet === isSaving) return;
    isSaving = isQuiet;
    setFlagsFromString(isQuiet ? '--memory-saver-mode' : '--no-memory-saver-mode');
  };
  setInterval(look, EVERY_MS).unref();
}
