import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';

export interface RunningProcess {
  readonly url: string;
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null; afterMs: number }>;
  kill(signal: NodeJS.Signals): void;
}

/** `node server/main.ts` with this environment and nothing of ours. */
export function spawnServer(env: Record<string, string>, port: number): RunningProcess {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let killedAt = Date.now();
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  const exited = new Promise<Awaited<RunningProcess['exited']>>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, afterMs: Date.now() - killedAt })),
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return {
    url: `http://localhost:${port}`,
    child,
    output: () => text,
    exited,
    kill: (signal) => {
      killedAt = Date.now();
      child.kill(signal);
    },
  };
}

/** Resolves as soon as the condition holds; fails with the last output when it does not in time. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, withinMs = 15_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not happen within ${withinMs} ms: ${what}`);
    await new Promise((again) => setTimeout(again, 20));
  }
}

/** A server process that answers. */
export async function startServer(env: Record<string, string>): Promise<RunningProcess> {
  const running = spawnServer(env, await freePort());
  let gone = false;
  void running.exited.then(() => {
    gone = true;
  });
  await until('the server is running', () => {
    if (gone) throw new Error(`The server ended: ${running.output()}`);
    return running.output().includes('Gatehouse is running at');
  });
  return running;
}
