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
export async function startTestPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) return { url: given, stop: async () => {} };
  if (binaries() === null) {
    console.log('Installing PostgreSQL …');
    aptInstall('postgresql');
  }
  const bin = binaries();
  if (bin === null) throw new Error('No PostgreSQL server found. Install one, or set TEST_DATABASE_URL.');

  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-postgres-'));
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
    'fsync=off',
    'max_connections=300',
  ];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...user,
    cwd: dir,
    stdio: 'ignore',
  });
  const exited = new Promise<void>((resolve) => server.on('exit', () => resolve()));
  const url = `postgres://gatehouse@127.0.0.1:${port}/postgres`;
  await untilReady(url);
  return {
    url,
    async stop() {
      server.kill('SIGQUIT');
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
