import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run <name> -- …` as a process of its own, without the environment of the tests. */
export function startCommand(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): { child: ChildProcess; finished: Promise<CommandResult> } {
  const child = spawn(process.execPath, [`cli/${name}.ts`, ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: '.node/compile-cache', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const finished = new Promise<CommandResult>((resolve) =>
    child.on('close', (code) => resolve({ code, stdout, stderr })),
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await finished;
  });
  return { child, finished };
}

export const runCommand = (name: string, args: readonly string[], env: Record<string, string>) =>
  startCommand(name, args, env).finished;
