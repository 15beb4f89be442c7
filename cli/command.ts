import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Config, readConfig } from '../server/config.ts';
import { isUnavailable } from '../server/db/errors.ts';
import { createLog, type Log } from '../server/process/log.ts';
import { StartError } from '../server/process/start-error.ts';

export class UsageError extends StartError {
  constructor(sentence: string, usage: string) {
    super(`${sentence}\n${usage}`);
  }
}

export function parseArguments<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
  usage: string,
) {
  if (args.includes('--help')) throw new StartError(usage);
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Without Node's advice about arguments that begin with '-'.
    throw new UsageError((error as Error).message.replace(/\. To specify a positional.*/s, '.'), usage);
  }
}

export async function runCommand(
  command: (args: string[], config: Config, log: Log) => Promise<string>,
): Promise<void> {
  process.umask(0o077);
  try {
    // Standard output may hold a password, so logs go to standard error.
    const log = createLog('warn', process.stderr);
    const answer = await command(process.argv.slice(2), readConfig(process.env), log);
    process.stdout.write(`${answer}\n`);
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exitCode = 1;
  }
}

/** Errors that the operator can fix get one line, bugs a stack. */
function describeError(error: unknown): unknown {
  if (error instanceof StartError) return error.message;
  if (isUnavailable(error)) return `The database is not available right now: ${(error as Error).message}. Try again.`;
  return (error as Error)?.stack ?? error;
}

export const number = (value: number) => value.toLocaleString('en-GB');

const MB = 1024 * 1024;
export const inMb = (bytes: number) => `${number(Math.ceil(bytes / MB))} MB`;

/** "1,204 rows, 96,310 bytes, 0.4 seconds" */
export function describeFigures(began: number, { rows, bytes }: { rows: number; bytes?: number }): string {
  const parts = [`${number(rows)} ${rows === 1 ? 'row' : 'rows'}`];
  if (bytes !== undefined) parts.push(`${number(bytes)} bytes`);
  return [...parts, `${((performance.now() - began) / 1000).toFixed(1)} seconds`].join(', ');
}
