import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.ts';
import { readConfig } from '../server/config.ts';

export interface BenchServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Ten thousand connections need as many open files, on both sides. If the system forbids it, the limit stays. */
const MANY_FILES = ['-c', 'ulimit -n 65536 2>/dev/null; exec "$0" "$@"'];

/** Starts Node with a high limit of open files. */
export const spawnNode = (args: readonly string[], options: SpawnOptions): ChildProcess =>
  spawn('/bin/sh', [...MANY_FILES, process.execPath, ...args], options);

interface RunOptions {
  readonly port?: number;
  /** Where another version of the program is. */
  readonly cwd?: string;
  /** Further options of Node. */
  readonly flags?: readonly string[];
}

async function run(
  file: string,
  env: Record<string, string>,
  { port: givenPort, cwd = '.', flags = [] }: RunOptions = {},
): Promise<BenchServer> {
  const port = givenPort ?? (await freePort());
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-log-'));
  // Logs go to a file, as in production: a pipe would make the load generator read them.
  const log = openSync(join(dir, 'log'), 'w');
  const child = spawnNode(['--max-semi-space-size=8', '--max-old-space-size=512', ...flags, file], {
    cwd,
    // With the compile cache and small heap limits, like `npm start`.
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      NODE_COMPILE_CACHE: '.node/compile-cache',
      MALLOC_ARENA_MAX: '2',
      ...env,
    },
    stdio: ['ignore', log, 'inherit'],
  });
  let ended = false;
  const exited = new Promise<void>((resolve) =>
    child.on('exit', () => {
      ended = true;
      resolve();
    }),
  );
  while (!readFileSync(join(dir, 'log'), 'utf8').includes('running')) {
    if (ended) throw new Error(`${file} ended before it was running.`);
    await new Promise((again) => setTimeout(again, 20));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      closeSync(log);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export const startBareServer = () => run('bench/bare-server.ts', {});

/** The environment of a temporary installation, and its parsed configuration. */
export function benchInstallation(more: Record<string, string> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const env = {
    DATA_DIR: dir,
    SECRET_KEY: 'a-key-for-benchmarks-long-enough',
    ADMIN_PASSWORD: 'the-admin-of-the-benchmarks',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'info',
    MAIL_DNS_CHECK: 'off',
    ...more,
  };
  return {
    env,
    config: readConfig(env),
    start: (options?: RunOptions) => run('server/main.ts', env, options),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
