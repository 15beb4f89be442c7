import { systemClock } from '../server/clock.ts';
import type { Config } from '../server/config.ts';
import { type Head, headText } from '../server/db/audit-chain/links.ts';
import { describeFinding, isOlder, type Report, verifyChain } from '../server/db/audit-chain/verify.ts';
import type { CutRow } from '../server/db/tables.ts';
import type { Log } from '../server/process/log.ts';
import { StartError } from '../server/process/start-error.ts';
import { number, parseArguments, runCommand, UsageError } from './command.ts';
import { openCommandDatabase, refuseOlder } from './database.ts';

const USAGE = `Usage: npm run audit -- verify                               checks the whole audit trail
       npm run audit -- verify --since <position>:<hash>   and that it still has this head from the log`;

export async function auditCommand(args: string[], config: Config, log: Log): Promise<string> {
  const since = parsed(args);
  const { db, keys, migrations, close } = await openCommandDatabase(config, log);
  try {
    refuseOlder(migrations);
    const report = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) => verifyChain(trx, keys, systemClock.now(), since === undefined ? {} : { since }));
    const { findings, cut } = report;
    if (findings.length > 0) throw new StartError(described(report));
    if (since !== undefined && cut !== null && isOlder(since, cut))
      throw new StartError(
        `Position ${since.position} was cut ${why(cut)}, as was everything up to position ${cut.position}. Use a newer head.`,
      );
    return described(report);
  } finally {
    await close();
  }
}

function parsed(args: string[]): Head | undefined {
  const { values, positionals } = parseArguments(args, { since: { type: 'string' } }, USAGE);
  if (positionals.length !== 1 || positionals[0] !== 'verify') throw new UsageError('Which command?', USAGE);
  if (values.since === undefined) return undefined;
  const [, position, hash] = /^(\d{1,15}):([\w-]{43})$/.exec(values.since) ?? [];
  if (position === undefined || hash === undefined)
    throw new UsageError('--since takes a head from the log: <position>:<hash>.', USAGE);
  return { position: Number(position), hash };
}

const counted = (count: number, thing: string, things = `${thing}s`) =>
  `${number(count)} ${count === 1 ? thing : things}`;

const why = ({ reason }: CutRow) => (reason === 'retention' ? 'by retention' : 'because a key was lost');

function described({ head, links, takenOver, redacted, waiting, cut, findings }: Report): string {
  const facts = [counted(links, 'link')];
  if (takenOver > 0) facts.push(`${counted(takenOver, 'entry', 'entries')} taken over`);
  if (waiting > 0) facts.push(`${counted(waiting, 'entry', 'entries')} not linked yet`);
  return [
    `${findings.length === 0 ? 'The audit trail is intact' : 'The audit trail is NOT intact'}: ${facts.join(', ')}.`,
    ...findings.map(describeFinding),
    ...(redacted === 0 ? [] : [`A pseudonym stands for an erased person in ${counted(redacted, 'entry', 'entries')}.`]),
    ...(cut === null ? [] : [`Cut ${why(cut)} at position ${cut.position}, ${new Date(cut.cut_at).toISOString()}.`]),
    ...(head === null ? [] : [`Head: ${headText(head)}`]),
  ].join('\n');
}

if (import.meta.main) await runCommand(auditCommand);
