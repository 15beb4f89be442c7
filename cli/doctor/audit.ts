import { headText } from '../../server/db/audit-chain/links.ts';
import { describeFinding, isOlder, type Report, verifyChain } from '../../server/db/audit-chain/verify.ts';
import type { CutRow } from '../../server/db/tables.ts';
import { number } from '../command.ts';
import { refuseOlder } from '../database.ts';
import { type Answer, no, ok } from './answer.ts';
import type { Patient } from './patient.ts';

export async function audit({ db, clock, migrations, since, keys }: Patient): Promise<Answer> {
  refuseOlder(migrations);
  const key = await keys();
  const report = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => verifyChain(trx, key, clock.now(), since === undefined ? {} : { since }));
  const { findings, cut } = report;
  if (findings.length > 0) return no(described(report), null);
  if (since !== undefined && cut !== null && isOlder(since, cut))
    return no(
      `Position ${since.position} was cut ${why(cut)}, as was everything up to position ${cut.position}. Use a newer head.`,
      null,
    );
  return ok(described(report));
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
