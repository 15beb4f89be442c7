import { setFlagsFromString } from 'node:v8';

const EVERY_MS = 1_000;
/** Event loop utilisation above which speed matters more than memory. */
const BUSY = 0.2;
const QUIET_SECONDS = 5;
const SAVING_SECONDS = 20;

export function memorySaver(save: (saves: boolean) => void): (utilization: number) => void {
  let isSaving = false;
  let quiet = 0;
  return (utilization) => {
    quiet = utilization < BUSY ? quiet + 1 : 0;
    const saves = quiet >= QUIET_SECONDS && quiet < QUIET_SECONDS + SAVING_SECONDS;
    if (saves === isSaving) return;
    isSaving = saves;
    save(saves);
  };
}

/** Otherwise an idle process keeps a busy hour's heap. Figure: soak, memory afterwards (decision 65). */
export function saveMemoryWhenQuiet(): void {
  const saver = memorySaver((saves) => setFlagsFromString(saves ? '--memory-saver-mode' : '--no-memory-saver-mode'));
  let last = performance.eventLoopUtilization();
  const look = () => {
    const now = performance.eventLoopUtilization();
    saver(performance.eventLoopUtilization(now, last).utilization);
    last = now;
  };
  setInterval(look, EVERY_MS).unref();
}
