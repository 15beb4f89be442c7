import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';

export interface RunningProcess {
  readonly url: string;
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
}

/** Several that start at the same moment share the machine. */
const START_WITHIN_MS = 45_000;

/** No server outlives the tests that have started it, however they end. */
const started = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** `node server/main.ts` with this environment and nothing of ours. The caller has to end it. */
export function runServer(env: Record<string, string>, port: number, stdout: 'pipe' | number = 'pipe'): RunningProcess {
  const child = spawn(process.execPath, ['server/main.ts'], {
    // With the compile cache, as `npm start` has it.
    env: { PATH: process.env.PATH ?? '', PORT: String(port), NODE_COMPILE_CACHE: '.node/compile-cache', ...env },
    stdio: ['ignore', stdout, 'pipe'],
  });
  started.add(child);
  child.on('exit', () => started.delete(child));
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });
  const exited = new Promise<Awaited<RunningProcess['exited']>>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  );
  return {
    url: `http://localhost:${port}`,
    child,
    output: () => text,
    exited,
    kill: (signal) => void child.kill(signal),
  };
}

/** The same, ended with the test. */
export function spawnServer(env: Record<string, string>, port: number): RunningProcess {
  const running = runServer(env, port);
  onTestFinished(async () => {
    running.kill('SIGKILL');
    await running.exited;
  });
  return running;
}

/** Resolves as soon as the condition holds. The limit is for what never happens, however busy the machine is. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not happen within ${withinMs} ms: ${what}`);
    await new Promise((again) => setTimeout(again, 20));
  }
}

/** A server process that answers. */
export async function startServer(env: Record<string, string>): Promise<RunningProcess> {
  const running = spawnServer(env, await freePort());
  await untilRunning(running);
  return running;
}

export async function untilRunning(running: RunningProcess): Promise<void> {
  let gone = false;
  void running.exited.then(() => {
    gone = true;
  });
  await until(
    'the server is running',
    () => {
      if (gone) throw new Error(`The server ended: ${running.output()}`);
      return running.output().includes('Gatehouse is running at');
    },
    START_WITHIN_MS,
  );
}
