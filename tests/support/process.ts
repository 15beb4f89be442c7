import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { WAIT_MS } from './patience.ts';

export interface RunningProcess {
  readonly url: string;
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
}

/** Kills child processes with the tests, however they end. */
const started = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** Runs one of our programs without the environment of the tests. The caller has to end it. */
export function runProgram(
  file: string,
  env: Record<string, string>,
  stdout: 'pipe' | number = 'pipe',
  { node = process.execPath, args = [] }: { node?: string; args?: readonly string[] } = {},
): Omit<RunningProcess, 'url'> {
  const child = spawn(node, [file, ...args], {
    // With the compile cache, like `npm start`.
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: '.node/compile-cache',
      // Not every test machine has DNS.
      MAIL_DNS_CHECK: 'off',
      ...env,
    },
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
  return { child, output: () => text, exited, kill: (signal) => void child.kill(signal) };
}

/** Runs `node server/main.ts`. The caller has to end it. */
export const runServer = (env: Record<string, string>, port: number, stdout?: 'pipe' | number): RunningProcess => ({
  url: `http://localhost:${port}`,
  ...runProgram('server/main.ts', { PORT: String(port), ...env }, stdout),
});

/** The same, ended with the test. */
export function spawnServer(env: Record<string, string>, port: number): RunningProcess {
  const running = runServer(env, port);
  onTestFinished(async () => {
    running.kill('SIGKILL');
    await running.exited;
  });
  return running;
}

/** Resolves as soon as the condition holds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, withinMs = WAIT_MS): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not happen within ${withinMs} ms: ${what}`);
    await new Promise((again) => setTimeout(again, 20));
  }
}

/** A server process that is ready for requests. */
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
  await until('the server is running', () => {
    if (gone) throw new Error(`The server ended: ${running.output()}`);
    return running.output().includes('Gatehouse is running at');
  });
}
