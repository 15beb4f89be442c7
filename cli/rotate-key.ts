import { existsSync } from 'node:fs';
import type { Config } from '../server/config.ts';
import { type Rotated, replaceLostKey, resolveServerKey, rotateServerKey } from '../server/db/server-key.ts';
import { lockDataDir, sqliteFile } from '../server/db/sqlite.ts';
import type { Log } from '../server/process/log.ts';
import { StartError } from '../server/process/start-error.ts';
import { number, parseArguments, runCommand, UsageError } from './command.ts';
import { withCurrentDatabase } from './database.ts';

const USAGE = `Usage: npm run rotate-key                                       a new key in DATA_DIR
       SECRET_KEY=<new> SECRET_KEY_OLD=<old> npm run rotate-key     a new key of the environment
       npm run rotate-key -- --lost                             the old key is lost: erases what it sealed`;

export async function rotateKeyCommand(args: string[], config: Config, log: Log): Promise<string> {
  const { values, positionals } = parseArguments(args, { lost: { type: 'boolean' } }, USAGE);
  if (positionals.length > 0)
    throw new UsageError('Keys are not given as arguments: everybody on the machine can read those.', USAGE);
  return alone(config, () =>
    withCurrentDatabase(config, log, async (db) => {
      if (values.lost) return describeLost(await replaceLostKey(db, config));
      if (config.secretKey === null && config.secretKeyOld === null)
        return `${describe(await rotateServerKey(db, config))} The new key is in ${config.dataDir}.`;
      const { rotated } = await resolveServerKey(db, config);
      if (rotated !== null) return `${describe(rotated)} SECRET_KEY_OLD can be left out from now on.`;
      if (config.secretKeyOld !== null) return 'The new key is in use already. SECRET_KEY_OLD can be left out.';
      throw new StartError(
        'SECRET_KEY_OLD: is not set, and SECRET_KEY is the key in use. Set SECRET_KEY to the new key and SECRET_KEY_OLD to the one in use.',
      );
    }),
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
    ? 'The server key stays. The audit trail begins anew behind the links of the lost key.'
    : `The server key is another one; erased because nobody can open it: ${number(erased)}. Reset unused temporary passwords, and enter the bot token again.`;

function describe({ sealed, unreadable }: Rotated): string {
  const lost = unreadable === 0 ? '' : ` ${number(unreadable)} could not be opened with the old key either.`;
  return `The server key is changed; sealed anew: ${number(sealed)}.${lost}`;
}

if (import.meta.main) await runCommand(rotateKeyCommand);
