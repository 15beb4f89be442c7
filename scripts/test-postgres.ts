import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { aptInstall } from './find-chromium.ts';
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

/** PostgreSQL refuses to run as root, so root lends it another user of the machine. */
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
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((again) => setTimeout(again, 100));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** `TEST_DATABASE_URL`, or a server of our own on loopback that lives as long as the tests. */
export async function startTestPostgres(dataDir = tmpdir()): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  // Nothing has to outlive the tests, so nothing waits for the disk.
  return given === undefined ? startOwnPostgres(['fsync=off'], dataDir) : { url: given, stop: async () => {} };
}

/** A server that nobody else uses, so that it can be killed and started again. */
export interface OwnPostgres extends TestPostgres {
  /** As if the machine had lost it: every process at once, without a word. */
  kill(): Promise<void>;
  /** As an update does it: whoever is connected is told, and then cut off. */
  shutDown(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
}

export const hasPostgres = () => binaries() !== null;

/** With nothing else said it keeps what it has committed, as in service. */
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
  // No server outlives the one who has started it, however that one ends.
  process.on('exit', () => running.server.kill('SIGQUIT'));
  await untilReady(url);
  return {
    url,
    async stop() {
      running.server.kill('SIGQUIT');
      await running.exited;
      rmSync(dir, { recursive: true, force: true });
    },
    async kill() {
      // They are no group of their own, so each is named; the first goes first and starts no others.
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
      // It refuses while a process of the killed one still holds its memory.
      for (let tries = 0; ; tries += 1) {
        const next = run();
        running = next;
        const ready = await Promise.race([untilReady(url).then(() => true), next.exited.then(() => false)]);
        if (ready) return;
        if (tries > 50) throw new Error('PostgreSQL does not start again.');
        await new Promise((again) => setTimeout(again, 100));
      }
    },
  };
}

function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return processes.filter(([, ppid]) => ppid === parent).map(([pid]) => pid as number);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
