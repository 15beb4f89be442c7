import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '../../server/clock.ts';
import { reservedSpace, spaceAt } from '../../server/db/disk-space.ts';
import { StartError } from '../../server/process/start-error.ts';
import { readBackup } from '../backup/read.ts';
import { restoreBackup } from '../backup/restore.ts';
import { newestFirst } from '../backup.ts';
import { describeFigures, inMb } from '../command.ts';
import { type Answer, no, ok, warning } from './answer.ts';
import { databaseBytes } from './database.ts';
import type { Patient } from './patient.ts';

/** A year of a busy portal takes ten minutes. */
const RESTORE_WITHIN_MS = 20 * 60 * 1000;

/** `npm run backup` touches this file; the operator's own backup job can too. */
export function backupAge({ config, clock }: Pick<Patient, 'config' | 'clock'>, days: 1 | 2, how: string): Answer {
  const stamp = join(config.dataDir, 'last-backup');
  if (!existsSync(stamp)) return no('No backup found.', how);
  const age = clock.now() - statSync(stamp).mtimeMs;
  return age < days * DAY_MS
    ? ok(`The last backup is less than ${days === 1 ? 'a day' : 'two days'} old.`)
    : no(`The last backup is ${Math.floor(age / DAY_MS)} days old.`, how);
}

/** Outside production a missing or old backup is only a warning. */
export function nightlyBackup(patient: Pick<Patient, 'config' | 'clock'>): Answer {
  const answer = backupAge(patient, 2, 'Make one every night: npm run backup');
  return answer.level === 'no' && !patient.config.production ? warning(answer.text, answer.advice) : answer;
}

/** Any backup can be restored to SQLite, so PostgreSQL needs no second database. */
type Restorable = Pick<Patient, 'config' | 'log' | 'clock' | 'db' | 'backups'>;

export async function restore(patient: Restorable, within = RESTORE_WITHIN_MS, spaceOf = spaceAt): Promise<Answer> {
  const { config, log, clock, backups } = patient;
  const [newest] = existsSync(backups) ? newestFirst(readdirSync(backups)) : [];
  if (newest === undefined)
    return warning(
      `There is no backup in ${backups} to try.`,
      'If yours are elsewhere: npm run doctor -- --backups <directory>',
    );
  const file = join(backups, newest);
  const { free, size } = await spaceOf(tmpdir());
  const needed = await databaseBytes(patient);
  if (free - needed < reservedSpace(size)) {
    await readBackup(file, config);
    return warning(
      `${newest} is whole, but ${tmpdir()} has too little space to restore it: ${inMb(needed)}, with ${inMb(free)} free.`,
      'Set TMPDIR to a directory with more space.',
    );
  }
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-doctor-'));
  const began = performance.now();
  const into = { ...config, dataDir: dir, databaseUrl: null };
  const options = { unsigned: false, signal: AbortSignal.timeout(within) };
  const stopRemoving = removeWhenStopped(dir);
  try {
    const { header, rows } = await restoreBackup(into, file, log, options);
    const text = `${newest} restores: ${describeFigures(began, { rows })}.`;
    const days = Math.floor((clock.now() - Date.parse(header.time)) / DAY_MS);
    return days < 2
      ? ok(text)
      : warning(`${text} It is ${days} days old.`, 'Is the newest backup elsewhere? Name it with --backups.');
  } catch (error) {
    if (error instanceof StartError) return no(error.message, 'Make a new backup now: npm run backup');
    if ((error as Error).name !== 'AbortError') throw error;
    const minutes = within / 60_000;
    return warning(
      `${newest} was not restored within ${minutes} minutes.`,
      'Try it on another machine: npm run restore',
    );
  } finally {
    stopRemoving();
    rmSync(dir, { recursive: true, force: true });
  }
}

function removeWhenStopped(dir: string): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const remove = () => {
    rmSync(dir, { recursive: true, force: true });
    process.exit(1);
  };
  for (const signal of signals) process.once(signal, remove);
  return () => {
    for (const signal of signals) process.off(signal, remove);
  };
}
