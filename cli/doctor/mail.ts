import { createPublicKey } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { sql } from 'kysely';
import { DAY_MS } from '../../server/clock.ts';
import { mailHealth } from '../../server/delivery/mail-health.ts';
import { smtpConnection } from '../../server/delivery/mail-transport.ts';
import { lastDelivery, urgentMessages } from '../../server/delivery/outbox-queries.ts';
import { loadNodemailer } from '../../server/delivery/smtp/nodemailer.ts';
import type { ConnectionError } from '../../server/delivery/smtp/smtp-errors.ts';
import { describeSmtpError } from '../../server/delivery/smtp/smtp-errors.ts';
import { describeTime, judgeDelivery, judgeSignature } from '../../server/features/dashboard/mail-checks.ts';
import { REMEDIES } from '../../server/features/dashboard/security-checks.ts';
import { counted } from '../../server/features/dashboard/verdict.ts';
import { CROWD_LEAST, PLACES } from '../../server/limits/limits.ts';
import { number } from '../command.ts';
import { type Answer, answerOf, no, ok, warning } from './answer.ts';
import type { Patient } from './patient.ts';

/** Codes have expired by then. */
const STUCK_MS = 5 * 60 * 1000;

export async function mailServer({ config }: Patient): Promise<Answer | null> {
  const { smtpUrl } = config.mail;
  if (smtpUrl === null) return null;
  const { createTransport } = loadNodemailer();
  const transport = createTransport(smtpConnection(smtpUrl) as Parameters<typeof createTransport>[0]);
  const { host, username } = new URL(smtpUrl);
  try {
    await transport.verify();
    return ok(`The mail server ${host} answers${username === '' ? '' : ' and accepts the login'}.`);
  } catch (error) {
    return no(`${describeSmtpError(error as ConnectionError)}.`, `Check ${host}, and SMTP_URL.`);
  } finally {
    transport.close();
  }
}

export async function delivery({ config, db, clock }: Patient): Promise<Answer | null> {
  const now = clock.now();
  const mails = db.selectFrom('outbox').where('channel', '=', 'mail');
  const oldest = await mails
    .select(['created_at', 'error'])
    .where('state', 'in', ['queued', 'sending'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (oldest !== undefined && now - oldest.created_at > STUCK_MS)
    return no(
      `The oldest waiting email was queued ${describeTime(now - oldest.created_at)} ago: ${oldest.error ?? 'it was not tried yet'}.`,
      'Is the server running? Its log says why emails wait.',
    );
  const { sent, unsent } = await mails
    .where('finished_at', '>', now - DAY_MS)
    .select([
      sql<number>`count(case when state = 'sent' then 1 end)`.as('sent'),
      sql<number>`count(case when state in ('failed', 'expired') then 1 end)`.as('unsent'),
    ])
    .executeTakeFirstOrThrow();
  const health = await mailHealth({
    config,
    reader: db,
    outbox: { openCircuit: () => null },
    transport: { provenAt: () => null },
  });
  if (health.security === null && !config.production)
    return warning(
      'No mail server is set up: emails are at /dev/mailbox, on this machine only.',
      'Set SMTP_URL before guests come.',
    );
  const last = await lastDelivery(db, 'mail');
  if (health.security !== null && unsent > sent)
    return no(
      `${number(unsent)} of ${number(sent + unsent)} emails of the last day were not delivered. ${last?.error ?? ''}`.trim(),
      'The addresses may be wrong, or the mail server rejects the sender: check MAIL_FROM.',
    );
  // One rejected address is not an outage.
  if (health.security !== null && last !== undefined && last.state !== 'sent')
    return ok(`${counted(sent, 'email')} sent in the last day, but not the last one: ${last.error ?? 'it expired'}.`);
  return answerOf(judgeDelivery(health, last, config.mail.rate, now), REMEDIES.mail);
}

export async function mailRate({ config, db, clock }: Patient): Promise<Answer | null> {
  const { smtpUrl, rate } = config.mail;
  if (smtpUrl === null) return null;
  const most = Math.max(CROWD_LEAST, PLACES.emailsCrowded.most * rate);
  const waiting = await urgentMessages({ reader: db, clock, channel: 'mail', most: most + 1 }).count();
  return waiting <= most
    ? ok(`MAIL_RATE (${number(rate)} a minute) is enough for what is waiting.`)
    : warning(
        `More than ${number(most)} emails wait for their turn, so guests have to solve captchas.`,
        'Raise MAIL_RATE, if your mail server takes more.',
      );
}

const DKIM_REMEDY = { code: 'DKIM_KEY', see: 'docs/CONFIGURATION.md' };

export async function signature(
  { config }: Pick<Patient, 'config'>,
  resolver = new Resolver({ timeout: 2_000, tries: 2 }),
): Promise<Answer | null> {
  const { dkim } = config.mail;
  const answer = answerOf(judgeSignature(config.mail), DKIM_REMEDY);
  if (dkim === null || answer?.level !== 'ok') return answer;
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  try {
    const records = (await resolver.resolveTxt(name)).map((parts) => parts.join('').replaceAll(/\s/g, ''));
    const isOurs = (['spki', 'pkcs1'] as const).some((type) => {
      const key = createPublicKey(dkim.key).export({ type, format: 'der' }).toString('base64');
      return records.some((record) => record.split(';').includes(`p=${key}`));
    });
    return isOurs
      ? answer
      : no(
          `The key in DNS at ${name} is not that of DKIM_KEY, so receivers distrust our emails.`,
          'Publish its public key.',
        );
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return ['ENOTFOUND', 'ENODATA'].includes(code)
      ? no(
          `There is no key in DNS at ${name}, so receivers distrust our emails.`,
          'Publish the public key of DKIM_KEY.',
        )
      : warning(`DNS doesn't answer (${code}), so the key at ${name} could not be compared.`, 'Try again.');
  }
}
