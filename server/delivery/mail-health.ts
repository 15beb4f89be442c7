import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { countRows } from '../db/queries.ts';
import type { Db } from '../db/tables.ts';
import type { MailOutbox } from './mail.ts';
import type { MailTransport } from './mail-transport.ts';
import { smtpSecurity } from './smtp/smtp-security.ts';

export const COUNTED_MOST = 1_000;

interface MailHealthDeps {
  readonly config: Pick<Config, 'mail'>;
  readonly reader: Db;
  readonly outbox: Pick<MailOutbox, 'openCircuit'>;
  readonly transport: Pick<MailTransport, 'provenAt'>;
}

export type MailHealth = Awaited<ReturnType<typeof mailHealth>>;

export async function mailHealth({ config, reader, outbox, transport }: MailHealthDeps) {
  const { smtpUrl } = config.mail;
  const waiting = reader
    .selectFrom('outbox')
    .select('id')
    .where('channel', '=', 'mail')
    .where('state', '=', sql.lit('queued'))
    .limit(COUNTED_MOST);
  return {
    openCircuit: outbox.openCircuit(),
    waiting: await countRows(reader, waiting),
    security: smtpUrl === null ? null : smtpSecurity(smtpUrl),
    provenAt: transport.provenAt(),
  };
}
