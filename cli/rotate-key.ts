import { existsSync } from 'node:fs';
import type { Config } from '../server/config.ts';
import { onceAlone, type Rotated, replaceLostKey, resolveServerKey, rotateServerKey } from '../server/db/server-key.ts';
import { lockDataDir, sqliteFile } from '../server/db/sqlite.ts';
import type { Db } from '../server/db/tables.ts';
import type { Log } from '../server/process/log.ts';
import { StartError } from '../server/process/start-error.ts';
import { number, parseArguments, runCommand, UsageError } from './command.ts';
import { withCurrentDatabase } from './database.ts';

const USAGE = `Usage: npm run rotate-key                                       a new key in DATA_DIR
       SECRET_KEY=<new> SECRET_KEY_OLD=<old> npm run rotate-key     a new key in the environment
       npm run rotate-key -- --lost                             the old key is lost: erases what it sealed`;

export async function rotateKeyCommand(args: string[], config: Config, log: Log): Promise<string> {
  const { values, positionals } = parseArguments(args, { lost: { type: 'boolean' } }, USAGE);
  if (positionals.length > 0)
    throw new UsageError("Don't pass keys as arguments: everyone on this machine can read them.", USAGE);
  const isLost = Boolean(values.lost);
  return alone(config, () => withCurrentDatabase(config, log, (db) => onceAlone(() => changeKey(db, config, isLost))));
}

async function changeKey(db: Db, config: Config, isLost: boolean): Promise<string> {
  if (isLost) return describeLost(await replaceLostKey(db, config));
  if (config.secretKey === null && config.secretKeyOld === null)
    return `${describe(await rotateServerKey(db, config))} The new key is in ${config.dataDir}.`;
  const { rotated } = await resolveServerKey(db, config);
  if (rotated !== null) return `${describe(rotated)} You can now remove SECRET_KEY_OLD.`;
  if (config.secretKeyOld !== null) return 'The new key is already in use. You can remove SECRET_KEY_OLD.';
  throw new StartError(
    'SECRET_KEY_OLD: is not set, and SECRET_KEY is the key in use. Set SECRET_KEY to the new key and SECRET_KEY_OLD to the one in use.',
  );
}

async function alone<T>({ databaseUrl, dataDir }: Config, work: () => Promise<T>): Promise<T> {
  if (databaseUrl !== null || !existsSync(sqliteFile(dataDir))) return work();
  const lock = lockDataDir(dataDir, 'Stop it, then change the key.');
  try {
    return await work();
  } finally {
    lock.close();
  }
}

const describeLost = (erased: number | null) =>
  erased === null
    ? 'The server key stays. The audit trail starts anew after the links of the lost key.'
    : `The server key was replaced. Erased because no one can decrypt it: ${number(erased)}. Reset unused temporary passwords, and enter the bot token again.`;

function describe({ sealed, unreadable }: Rotated): string {
  const lost = unreadable === 0 ? '' : ` ${number(unreadable)} could not be opened with the old key either.`;
  return `The server key was changed. Sealed with the new one: ${number(sealed)}.${lost}`;
}

if (import.meta.main) await runCommand(rotateKeyCommand);
