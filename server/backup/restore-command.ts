import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '../command.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { inWords } from './figures.ts';
import { restoreBackup } from './restore.ts';

const USAGE = 'Usage: npm run restore -- <file>';

export async function restoreCommand(args: string[], config: Config, log: Log): Promise<string> {
  const began = performance.now();
  const file = resolve(parsed(args));
  const { rows, header } = await restoreBackup(config, file, log);
  const figures = inWords({ rows, seconds: (performance.now() - began) / 1000 });
  return `${file}: ${figures}, as it was on ${header.time}. Everybody has to sign in again.`;
}

function parsed(args: string[]): string {
  let files: string[];
  try {
    files = parseArgs({ args, allowPositionals: true }).positionals;
  } catch (error) {
    throw new UsageError((error as Error).message, USAGE);
  }
  const [file] = files;
  if (file === undefined || files.length > 1) throw new UsageError('Which backup? Give one file.', USAGE);
  return file;
}
