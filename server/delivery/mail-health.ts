import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import type { OpenCircuit } from './circuit-breaker.ts';
import type { MailOutbox } from './mail.ts';
import type { MailTransport } from './mail-transport.ts';
import { type SmtpSecurity, smtpSecurity } from './smtp-security.ts';

export const COUNTED_MOST = 1_000;

export interface MailHealth {
  readonly openCircuit: OpenCircuit | null;
  readonly waiting: number;
  readonly security: SmtpSecurity | null;
  readonly provenAt: number | null;
}

interface MailHealthDeps {
  readonly config: Pick<Config, 'mail'>;
  readonly reader: Db;
  readonly outbox: Pick<MailOutbox, 'openCircuit'>;
  readonly transport: Pick<MailTransport, 'provenAt'>;
}

export async function mailHealth({ config, reader, outbox, transport }: MailHealthDeps): Promise<MailHealth> {
  const { smtpUrl } = config.mail;
  return {
    openCircuit: outbox.openCircuit(),
    waiting: await countWaiting(reader),
    security: smtpUrl === null ? null : smtpSecurity(smtpUrl),
    provenAt: transport.provenAt(),
  };
}

async function countWaiting(reader: Db): Promise<number> {
  const waiting = reader
    .selectFrom('outbox')
    .select('id')
    .where('channel', '=', 'mail')
    .where('state', '=', sql.lit('queued'))
    .limit(COUNTED_MOST);
  const { count } = await reader
    .selectFrom(waiting.as('waiting'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
