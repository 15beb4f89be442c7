import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Waits for the program, and beside that for the end of its own input, which the system closes with the process that has started
 * it. Afterwards the folder of the program is removed. By then nobody may be left to hear the shell, which would end it.
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

/** A program that never outlives this process: vitest ends its workers without asking them to tidy up. */
export function startBound(folder: string, command: readonly string[], env: Record<string, string>): BoundProcess {
  const child = spawn('sh', ['-c', WATCH, folder, ...command], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // What nobody reads would fill the pipes one day.
  child.stdout.resume();
  child.stderr.resume();
  return { child, end: () => void child.stdin.end() };
}
