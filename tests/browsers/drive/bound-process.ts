import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Waits for the program to end, or for its own input to close, which happens when the parent process ends. Then removes
 * the program's folder. Output goes to /dev/null, because writing to a closed pipe would kill the shell.
 */
const WATCH = `exec 3<&0
"$@" 3<&- & program=$!
exec >/dev/null 2>&1
(cat <&3; kill $program) & watch=$!
wait $program
kill $watch
rm -rf "$0"`;

export interface BoundProcess {
  readonly child: ChildProcess;
  end(): void;
}

/** A program that never outlives this process: vitest ends its workers without cleanup. */
export function startBound(folder: string, command: readonly string[], env: Record<string, string>): BoundProcess {
  const child = spawn('sh', ['-c', WATCH, folder, ...command], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Unread output would fill the pipes and block the program.
  child.stdout.resume();
  child.stderr.resume();
  return { child, end: () => void child.stdin.end() };
}
