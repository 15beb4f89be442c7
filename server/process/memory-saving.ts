import { setFlagsFromString } from 'node:v8';

const EVERY_MS = 1_000;
/** The share of a second in which the process has something to do. Above it speed is worth more than memory. */
const BUSY = 0.2;
/** After so many quiet seconds memory is saved, for as long as V8 needs to notice it and to collect twice. */
const QUIET_SECONDS = 5;
const SAVING_SECONDS = 20;

/** Is told every second how busy it was, and says when saving begins and ends. */
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

/**
 * V8 gives memory back when little is allocated, which it judges by its last collections: a portal that has gone quiet has
 * none, and keeps what a busy hour has left for as long as it is quiet. So it is told. It then collects in small steps; one
 * by hand would stop everybody. For the whole process, threads included. Not for longer, because whoever comes next would
 * wait for collections that nobody needs.
 */
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
