import { join, resolve } from 'node:path';
import type { Config } from '../server/config.ts';
import type { Log } from '../server/process/log.ts';
import { parseHead } from './audit.ts';
import { parseArguments, runCommand, UsageError } from './command.ts';
import { describe, examine, isFine } from './doctor/examine.ts';

const USAGE = `Usage: npm run doctor                             with the server's environment, running or not
       npm run doctor -- --json
       npm run doctor -- --backups <directory>    where backups are, if not in DATA_DIR/backups
       npm run doctor -- --since <position>:<hash>    a head of the audit trail, from the log`;

const OPTIONS = { json: { type: 'boolean' }, backups: { type: 'string' }, since: { type: 'string' } } as const;

async function doctorCommand(args: string[], config: Config, log: Log): Promise<string> {
  const { values, positionals } = parseArguments(args, OPTIONS, USAGE);
  if (positionals.length > 0) throw new UsageError('doctor takes options only.', USAGE);
  const backups = values.backups === undefined ? join(config.dataDir, 'backups') : resolve(values.backups);
  const report = await examine(config, log, { backups, since: parseHead(values.since, USAGE) });
  // Failures go to standard output too, so that programs can parse them.
  if (!isFine(report)) process.exitCode = 1;
  return values.json === true ? JSON.stringify(report, null, 2) : describe(report, conclusion(report));
}

function conclusion({ findings }: Awaited<ReturnType<typeof examine>>): string {
  const count = (level: string) => findings.filter((finding) => finding.level === level).length;
  const [wrong, warnings] = [count('no'), count('warning')];
  if (wrong > 0) return `${wrong} of ${findings.length} checks say NO.`;
  return warnings === 0
    ? 'All is well.'
    : `Nothing is wrong, with ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`;
}

if (import.meta.main) await runCommand(doctorCommand);
