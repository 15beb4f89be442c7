import { dirname, resolve } from 'node:path';
import type { Config } from '../server/config.ts';
import { addToErasureList, readErasureList } from '../server/features/people/erasure-list.ts';
import type { Log } from '../server/process/log.ts';
import { restoreBackup } from './backup/restore.ts';
import { describeFigures, parseArguments, runCommand, UsageError } from './command.ts';

const USAGE = `Usage: npm run restore -- <file>
       npm run restore -- --unsigned <file>    one that an older version made, without a keyed checksum`;

const REMARKS =
  'What staff ended since then works again: accounts, roles, API keys. Emails that waited then may be sent twice.';

export async function restoreCommand(args: string[], config: Config, log: Log): Promise<string> {
  const began = performance.now();
  const { file, unsigned } = parsed(args);
  const { rows, header } = await restoreBackup(config, file, log, { unsigned });
  // The next start repeats the erasures that the backup doesn't know.
  addToErasureList(config.dataDir, readErasureList(dirname(file)));
  const restored = `${file}: ${describeFigures(began, { rows })}, as it was on ${header.time}.`;
  return `${restored} Everyone has to sign in again. ${REMARKS}`;
}

function parsed(args: string[]) {
  const { values, positionals } = parseArguments(args, { unsigned: { type: 'boolean' } }, USAGE);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('Which backup? Give one file.', USAGE);
  return { file: resolve(file), unsigned: values.unsigned === true };
}

if (import.meta.main) await runCommand(restoreCommand);
