import { join } from 'node:path';
import type { Config } from '../server/config.ts';
import type { Log } from '../server/process/log.ts';
import { StartError } from '../server/process/start-error.ts';
import { parseArguments, runCommand, UsageError } from './command.ts';
import { describe, examine, isFine } from './doctor/examine.ts';

const USAGE = "Usage: npm run upgrade-check    with the new version and the server's environment";

/** Runs only the doctor's checks that decide whether this version can start. */
export async function upgradeCheckCommand(args: string[], config: Config, log: Log): Promise<string> {
  if (parseArguments(args, {}, USAGE).positionals.length > 0)
    throw new UsageError('upgrade-check takes no arguments.', USAGE);
  const report = await examine(config, log, {
    checks: ['migrations', 'server-key', 'space-to-migrate', 'fresh-backup'],
    backups: join(config.dataDir, 'backups'),
  });
  if (!isFine(report)) throw new StartError(describe(report, 'Not ready.'));
  return describe(report, 'Ready: start this version.');
}

if (import.meta.main) await runCommand(upgradeCheckCommand);
