import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { WAIT_MS } from '../tests/support/patience.ts';
import { aptInstall } from './find-program.ts';
import { freePort } from './free-port.ts';

export interface TestPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

function binaries(): string | null {
  const candidates = (process.env.PATH ?? '').split(':');
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  if (status === 0) candidates.push(stdout.trim());
  const versions = '/usr/lib/postgresql';
  if (existsSync(versions)) candidates.push(...readdirSync(versions).map((version) => join(versions, version, 'bin')));
  return candidates.find((dir) => existsSync(join(dir, 'initdb')) && existsSync(join(dir, 'postgres'))) ?? null;
}

/** PostgreSQL refuses to run as root, so root uses another user of the machine. */
function otherUser(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (user === undefined) throw new Error('No user to run PostgreSQL as.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((again) => setTimeout(again, 100));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** `TEST_DATABASE_URL`, or a server of our own on loopback for the time of the tests. */
export async function startTestPostgres(dataDir = tmpdir()): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  // Nothing must survive a crash, so nothing waits for the disk. PostgreSQL's own work would change plans and counts.
  return given === undefined
    ? startOwnPostgres(['fsync=off', 'autovacuum=off'], dataDir)
    : { url: given, stop: async () => {} };
}

/** A server that only this run uses, so that it can be killed and restarted. */
export interface OwnPostgres extends TestPostgres {
  readonly pid: number;
  /** Kills every process at once, as in a crash. */
  kill(): Promise<void>;
  /** Stops as for an update: clients are notified and then disconnected. */
  shutDown(): Promise<void>;
  /** Starts again on the same port and data. */
  start(): Promise<void>;
}

export const hasPostgres = () => binaries() !== null;

/** By default it syncs to disk, as in production. */
export async function startOwnPostgres(further: readonly string[] = [], dataDir = tmpdir()): Promise<OwnPostgres> {
  if (binaries() === null) {
    console.log('Installing PostgreSQL …');
    aptInstall('postgresql');
  }
  const bin = binaries();
  if (bin === null) throw new Error('No PostgreSQL server found. Install one, or set TEST_DATABASE_URL.');

  const dir = mkdtempSync(join(dataDir, 'gatehouse-postgres-'));
  const user = otherUser();
  if (user.uid !== undefined) chownSync(dir, user.uid, user.gid as number);
  const data = join(dir, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'gatehouse', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'], {
    ...user,
    cwd: dir,
    stdio: 'ignore',
  });
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${dir}`,
    'max_connections=300',
    ...further,
  ];
  const url = `postgres://gatehouse@127.0.0.1:${port}/postgres`;
  const run = () => {
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...user,
      cwd: dir,
      stdio: 'ignore',
    });
    return { server, exited: new Promise<void>((resolve) => server.on('exit', () => resolve())) };
  };
  let running = run();
  // Ends the server with its parent, however that ends.
  const end = () => running.server.kill('SIGQUIT');
  process.on('exit', end);
  await untilReady(url);
  return {
    url,
    get pid() {
      return running.server.pid as number;
    },
    async stop() {
      process.off('exit', end);
      end();
      await running.exited;
      rmSync(dir, { recursive: true, force: true });
    },
    async kill() {
      // They are no process group, so each is killed by id; the postmaster is stopped first, so that it starts no
      // others meanwhile.
      running.server.kill('SIGSTOP');
      const children = childrenOf(running.server.pid as number);
      running.server.kill('SIGKILL');
      for (const pid of children) killIfThere(pid);
      await running.exited;
    },
    async shutDown() {
      running.server.kill('SIGINT');
      await running.exited;
    },
    async start() {
      // It refuses to start while a killed process still holds its shared memory.
      const deadline = Date.now() + WAIT_MS;
      for (;;) {
        const next = run();
        running = next;
        const ready = await Promise.race([untilReady(url).then(() => true), next.exited.then(() => false)]);
        if (ready) return;
        if (Date.now() > deadline) throw new Error('PostgreSQL does not start again.');
        await new Promise((again) => setTimeout(again, 100));
      }
    },
  };
}

function childrenOf(parent: number): number[] {
  // Linux lists them without another program, which may not start if memory or processes are short.
  const told = `/proc/${parent}/task/${parent}/children`;
  const pids = existsSync(told)
    ? readFileSync(told, 'utf8')
    : execFileSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' });
  return pids.split(/\s+/).filter(Boolean).map(Number);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
