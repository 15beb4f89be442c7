import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import type { Config } from '../server/config.ts';
import { spaceAt } from '../server/db/disk-space.ts';
import { MIGRATIONS } from '../server/db/migrate.ts';
import { sqliteFile } from '../server/db/sqlite.ts';
import type { Log } from '../server/process/log.ts';
import { StartError } from '../server/process/start-error.ts';
import { number, parseArguments, runCommand, UsageError } from './command.ts';
import { fittingKey, readUntouched } from './database.ts';
import { describeRelease } from './releases.ts';

const USAGE = "Usage: npm run upgrade-check    with the new version and the server's environment";

const MB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Migrations fill the WAL first: 0.1.0 to 0.2.0 took 2.3 times the database's size. */
const FREE_FOR_EACH_BYTE = 3;

/** Processes of the version before cannot run beside these migrations. */
const NOT_ONLY_ADDING: readonly string[] = ['010-browsers', '032-guest-messages'];

interface Finding {
  readonly isFine: boolean;
  readonly text: string;
}

const fine = (text: string): Finding => ({ isFine: true, text });
const wrong = (text: string): Finding => ({ isFine: false, text });

export async function upgradeCheckCommand(args: string[], config: Config, log: Log): Promise<string> {
  if (parseArguments(args, {}, USAGE).positionals.length > 0)
    throw new UsageError('upgrade-check takes no arguments.', USAGE);
  const { migrations, key } = await readUntouched(config, log, async (db, migrations, keyId) => ({
    migrations,
    key: await fittingKey(config, db, keyId).then(
      () => fine('The server key matches the data.'),
      (error) => {
        if (!(error instanceof StartError)) throw error;
        return wrong(error.message);
      },
    ),
  }));
  const missing = MIGRATIONS.filter((name) => !migrations.includes(name));
  const findings = [migrationsToRun(missing, config), key, ...(await diskSpace(missing, config)), lastBackup(config)];
  const isReady = findings.every(({ isFine }) => isFine);
  const report = [
    `This is Gatehouse ${manifest.version}. The data is from ${describeRelease(migrations.at(-1) as string)} (${migrations.at(-1)}).`,
    ...findings.map(({ isFine, text }) => `${isFine ? 'ok ' : 'NO '} ${text}`),
    isReady ? 'Ready: start this version. Nothing was changed.' : 'Not ready. Nothing was changed.',
  ].join('\n');
  if (!isReady) throw new StartError(report);
  return report;
}

function migrationsToRun(missing: readonly string[], { databaseUrl }: Config): Finding {
  const [first, ...more] = missing;
  if (first === undefined) return fine('There are no migrations to run.');
  const names = more.length === 0 ? first : `${first} to ${more.at(-1)}`;
  const stopFirst =
    databaseUrl !== null && missing.some((name) => NOT_ONLY_ADDING.includes(name))
      ? " First stop all processes of the old version: they can't work with the changed tables."
      : '';
  return fine(`${missing.length} migrations will run at the start: ${names}.${stopFirst}`);
}

async function diskSpace(missing: readonly string[], { databaseUrl, dataDir }: Config): Promise<Finding[]> {
  if (databaseUrl !== null || missing.length === 0) return [];
  const needed = statSync(sqliteFile(dataDir)).size * FREE_FOR_EACH_BYTE;
  const { free } = await spaceAt(dataDir);
  const figures = `${inMb(free)} free on the disk of DATA_DIR, and migrations can need ${inMb(needed)}`;
  return [free < needed ? wrong(`There are only ${figures}.`) : fine(`There are ${figures}.`)];
}

const inMb = (bytes: number) => `${number(Math.ceil(bytes / MB))} MB`;

function lastBackup({ dataDir }: Config): Finding {
  const stamp = join(dataDir, 'last-backup');
  const how = 'Make one with this version: npm run backup. It is the only way back.';
  if (!existsSync(stamp)) return wrong(`No backup found. ${how}`);
  const age = Date.now() - statSync(stamp).mtimeMs;
  return age < DAY_MS
    ? fine('The last backup is less than a day old.')
    : wrong(`The last backup is ${Math.floor(age / DAY_MS)} days old. ${how}`);
}

if (import.meta.main) await runCommand(upgradeCheckCommand);
