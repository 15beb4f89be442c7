import { readdirSync, readFileSync } from 'node:fs';

/** Of the kernel, on every usual Linux. */
const TICKS_A_SECOND = 100;

interface Times {
  readonly parent: number;
  /** In ticks, with the threads that have ended. */
  readonly own: number;
  readonly ofEndedChildren: number;
}

/** Undefined for a process that has ended meanwhile. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function timesOf(pid: number): Times | undefined {
  const text = readIfThere(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The program's name is in brackets and may contain anything.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15) as [number, number, number, number];
  return { parent: fields[1] as number, own: user + system, ofEndedChildren: endedUser + endedSystem };
}

/** Processor seconds of a process, in steps of 10 ms. */
export const processorOf = (pid: number): number => (timesOf(pid)?.own ?? 0) / TICKS_A_SECOND;

/** To the nanosecond, but of one thread: the main one, or the one of this path. */
const exactly = (path: string) => Number(readIfThere(`${path}/schedstat`)?.split(' ')[0] ?? 0) / 1e9;

/** Processor seconds of the threads, or of those with this name, as long as they live. */
export function processorOfThreads(pid: number, name?: string): number {
  const paths = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  return paths
    .filter((path) => name === undefined || readIfThere(`${path}/comm`)?.trim() === name)
    .reduce((sum, path) => sum + exactly(path), 0);
}

export const parentOf = (pid: number): number | undefined => timesOf(pid)?.parent;

export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);

/** Processor seconds of a server whose processes have one thread, with those that have ended. */
export function processorOfFamily(pid: number): number {
  const ended = (timesOf(pid)?.ofEndedChildren ?? 0) / TICKS_A_SECOND;
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + exactly(`/proc/${one}`), ended);
}
