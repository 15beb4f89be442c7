import { resolve } from 'node:path';
import type { Config } from '../server/config.ts';
import type { Log } from '../server/log.ts';
import { restoreBackup } from './backup/restore.ts';
import { describeFigures, parseArguments, runCommand, UsageError } from './command.ts';

const USAGE = 'Usage: npm run restore -- <file>';

export async function restoreCommand(args: string[], config: Config, log: Log): Promise<string> {
  const began = performance.now();
  const file = resolve(parsed(args));
  const { rows, header } = await restoreBackup(config, file, log);
  return `${file}: ${describeFigures(began, { rows })}, as it was on ${header.time}. Everybody has to sign in again.`;
}

function parsed(args: string[]): string {
  const [file, ...more] = parseArguments(args, {}, USAGE).positionals;
  if (file === undefined || more.length > 0) throw new UsageError('Which backup? Give one file.', USAGE);
  return file;
}

if (import.meta.main) await runCommand(restoreCommand);
