import { join } from 'node:path';
import type { Config } from '../server/config.ts';
import type { Head } from '../server/db/audit-chain/links.ts';
import type { Log } from '../server/process/log.ts';
import { StartError } from '../server/process/start-error.ts';
import { parseArguments, runCommand, UsageError } from './command.ts';
import { examine, isFine } from './doctor/examine.ts';

const USAGE = `Usage: npm run audit -- verify                               checks the whole audit trail
       npm run audit -- verify --since <position>:<hash>   and that it still has this head from the log`;

/** Runs only the doctor's check of the audit trail. */
export async function auditCommand(args: string[], config: Config, log: Log): Promise<string> {
  const { values, positionals } = parseArguments(args, { since: { type: 'string' } }, USAGE);
  if (positionals.length !== 1 || positionals[0] !== 'verify') throw new UsageError('Which command?', USAGE);
  const report = await examine(config, log, {
    checks: ['audit-trail'],
    backups: join(config.dataDir, 'backups'),
    since: parseHead(values.since, USAGE),
  });
  const text = report.findings.map((finding) => finding.text).join('\n');
  if (!isFine(report)) throw new StartError(text);
  return text;
}

export function parseHead(given: string | undefined, usage: string): Head | undefined {
  if (given === undefined) return undefined;
  const [, position, hash] = /^(\d{1,15}):([\w-]{43})$/.exec(given) ?? [];
  if (position === undefined || hash === undefined)
    throw new UsageError('--since takes a head from the log: <position>:<hash>.', usage);
  return { position: Number(position), hash };
}

if (import.meta.main) await runCommand(auditCommand);
