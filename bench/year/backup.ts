import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../abuse/portal.ts';
import { watchEventLoop } from '../event-loop.ts';
import { figure } from '../figures.ts';
import { memoryOf } from '../memory-of.ts';
import { type BenchServer, benchInstallation, spawnNode } from '../servers.ts';
import { type Place, startPlace } from './place.ts';

const LOOK_EVERY_MS = 50;
/** The first start after a restore does extra work while it serves guests. */
const FIRST_SECONDS = 20;

/** Starts `npm run backup` or `npm run restore`. Returns its duration and peak memory. */
async function runCommand(command: 'backup' | 'restore', file: string, env: Record<string, string>) {
  const began = performance.now();
  const flags = ['--max-semi-space-size=8', '--max-old-space-size=512'];
  const child = spawnNode([...flags, `cli/${command}.ts`, file], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let code: number | null | undefined;
  child.on('exit', (exitCode) => {
    code = exitCode;
  });
  let memory = 0;
  while (code === undefined) {
    try {
      memory = Math.max(memory, memoryOf(child.pid as number, 'most') || 0);
    } catch {
      // The process has ended meanwhile.
    }
    await pause(LOOK_EVERY_MS);
  }
  if (code !== 0) throw new Error(`The ${command} ended with ${code}.`);
  return { seconds: (performance.now() - began) / 1_000, memory };
}

/** A backup beside a busy server, a restore into an empty folder, and the first start there. */
export async function measureBackup(database: Database, { installation }: Place, server: BenchServer): Promise<void> {
  const { name } = database;
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-backup-'));
  const file = join(dir, 'backup.jsonl.gz');
  const stopWatching = watchEventLoop(server.url);
  const backup = await runCommand('backup', file, installation.env);
  figure(`${name}: backup made in`, backup.seconds, 's');
  figure(`${name}: backup, memory at most`, backup.memory, 'MB', { most: 160 });
  figure(`${name}: backup, longest wait of another request`, await stopWatching(), 'ms', { most: 50 });

  const other = benchInstallation(await database.fresh());
  const restore = await runCommand('restore', file, other.env);
  rmSync(dir, { recursive: true, force: true });
  figure(`${name}: restored in`, restore.seconds, 's');
  figure(`${name}: restore, memory at most`, restore.memory, 'MB', { most: 250 });
  const restored = await startPlace({ installation: other });
  figure(`${name}: first start after the restore`, restored.seconds, 's', { most: 1.5 });
  const stopWatchingRestored = watchEventLoop(restored.server.url);
  await pause(FIRST_SECONDS * 1_000);
  const longest = await stopWatchingRestored();
  figure(`${name}: first ${FIRST_SECONDS} s after the restore, longest wait of a request`, longest, 'ms', { most: 50 });
  await restored.server.stop();
  other.remove();
}
