import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { DAY_MS } from '../server/clock.ts';
import type { Config } from '../server/config.ts';
import { makeDataDir } from '../server/db/sqlite.ts';
import { addToErasureList, listed } from '../server/features/people/erasure-list.ts';
import type { Log } from '../server/process/log.ts';
import { type Proof, readBackup } from './backup/read.ts';
import { writeBackup } from './backup/write.ts';
import { describeFigures, parseArguments, runCommand, UsageError } from './command.ts';
import { type CommandDatabase, openCommandDatabase } from './database.ts';

const USAGE = `Usage: npm run backup                          into DATA_DIR/backups
       npm run backup -- --keep <number>       and keeps only the newest there
       npm run backup -- <file or directory>
       npm run backup -- --verify <file>       checks a file, without a database`;

const wrong = (sentence: string) => new UsageError(sentence, USAGE);

const OPTIONS = { keep: { type: 'string' }, verify: { type: 'string' } } as const;

const NAME = /^gatehouse-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.jsonl\.gz(?:\.encrypted)?$/;
/** Left behind by a killed backup; a running one keeps updating its file's time. */
const PARTIAL = /^gatehouse-\S+\.jsonl\.gz(?:\.encrypted)?\.\d+\.partial$/;
const PARTIAL_KEPT_MS = DAY_MS;

export async function backupCommand(args: string[], config: Config, log: Log): Promise<string> {
  const { target, keep, verify } = parsed(args);
  if (verify !== undefined) return verifyBackup(resolve(verify), config);
  const began = performance.now();
  const database = await openCommandDatabase(config, log);
  try {
    makeDataDir(config.dataDir);
    const file =
      target === undefined ? join(ownDirectory(config), newName(config)) : chosenFile(resolve(target), config);
    const figures = await writeBackup(database, config, file);
    await copyErasureList(database, dirname(file));
    touch(join(config.dataDir, 'last-backup'));
    const deleted = keep === undefined ? 0 : deleteOld(ownDirectory(config), keep);
    const older = deleted === 0 ? '' : `\nOlder backups deleted: ${deleted}.`;
    return `${file}: ${describeFigures(began, figures)}${secrecy(config)}${older}`;
  } finally {
    await database.close();
  }
}

/** Beside older backups, so that restoring one of them repeats later erasures. */
async function copyErasureList({ db, keys, migrations }: CommandDatabase, directory: string): Promise<void> {
  if (!migrations.includes('042-people')) return;
  const rows = await db.selectFrom('erasures').selectAll().where('ended_at', 'is not', null).execute();
  addToErasureList(
    directory,
    rows.flatMap((row) => listed(row, keys.id) ?? []),
  );
}

function parsed(args: string[]) {
  const { values, positionals } = parseArguments(args, OPTIONS, USAGE);
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && (!Number.isInteger(keep) || keep < 1))
    throw wrong('--keep needs a whole number, 1 or more.');
  if (positionals.length > 1) throw wrong('Give only one file.');
  const [target] = positionals;
  if (target !== undefined && keep !== undefined) throw wrong('--keep is for backups in DATA_DIR/backups only.');
  if (values.verify !== undefined && (target !== undefined || keep !== undefined))
    throw wrong('--verify takes one file and nothing else.');
  return { target, keep, verify: values.verify };
}

const newName = ({ backupKey }: Config) =>
  `gatehouse-${new Date().toISOString().replaceAll(':', '-')}.jsonl.gz${backupKey === null ? '' : '.encrypted'}`;

/** Printed every time: a copy of the backup reveals everything. */
function secrecy({ backupKey, secretKey }: Config): string {
  if (backupKey !== null) return ', encrypted';
  const holds = secretKey === null ? 'the server key and everything it can decrypt' : "everyone's data";
  return `\nThis file is not encrypted and holds ${holds}: keep it as safe as the server, or set BACKUP_KEY.`;
}

const PROOFS: Record<Proof, string> = {
  'a key of ours': 'its keyed checksum is right',
  'its own key':
    'its keyed checksum is right, but the key is in the file itself, so this only proves that the file is complete',
  none: 'nothing proves who made it: it has no keyed checksum, or was made with a different SECRET_KEY',
};

async function verifyBackup(file: string, config: Config): Promise<string> {
  const began = performance.now();
  const { header, isEncrypted, proof, rows } = await readBackup(file, config);
  const figures = describeFigures(began, { rows });
  const made = `made ${header.time} from ${header.database} by version ${header.product}`;
  return `${file} is complete: ${figures}, ${made}, ${isEncrypted ? 'encrypted' : 'not encrypted'}; ${PROOFS[proof]}.`;
}

function ownDirectory({ dataDir }: Config): string {
  const directory = join(dataDir, 'backups');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}

function chosenFile(path: string, config: Config): string {
  if (existsSync(path)) return statSync(path).isDirectory() ? join(path, newName(config)) : path;
  // A disk that isn't mounted would otherwise become a file.
  if (extname(path) === '') throw wrong(`${path} is no directory. Create it first, or name a file that ends in .gz.`);
  return path;
}

function touch(file: string): void {
  writeFileSync(file, '');
  const now = new Date();
  utimesSync(file, now, now);
}

export const newestFirst = (names: readonly string[]) =>
  names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();

/** Returns how many backups were deleted. */
function deleteOld(directory: string, keep: number): number {
  const names = readdirSync(directory);
  const old = newestFirst(names).slice(keep);
  const leftBehind = names.filter(
    (name) => PARTIAL.test(name) && Date.now() - statSync(join(directory, name)).mtimeMs > PARTIAL_KEPT_MS,
  );
  for (const name of [...old, ...leftBehind]) rmSync(join(directory, name), { force: true });
  return old.length;
}

if (import.meta.main) await runCommand(backupCommand);
