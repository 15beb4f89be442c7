import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../scripts/free-port.ts';
import { until } from './process.ts';

export interface Pooler {
  /** The same database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Starts PgBouncer in front of a database. The caller has to stop it. */
export async function startPooler(databaseUrl: string, mode: 'session' | 'transaction'): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-pooler-'));
  chmodSync(dir, 0o755);
  const file = join(dir, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 60
max_client_conn = 300
`,
  );
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = spawn(process.env.PGBOUNCER as string, ['-q', ...user, file], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => pooler.on('exit', () => resolve()));
  const kill = () => void pooler.kill('SIGKILL');
  process.on('exit', kill);
  const url = new URL(databaseUrl);
  url.port = String(port);
  await until('the pooler answers', () => answers(url.href));
  return {
    url: url.href,
    async stop() {
      process.off('exit', kill);
      kill();
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
