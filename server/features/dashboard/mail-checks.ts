import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { COUNTED_MOST, type MailHealth } from '../../delivery/mail-health.ts';
import { counted, fail, notSetUp, pass, type Verdict, warning } from './verdict.ts';

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

export function describeTime(ms: number): string {
  const [noun, unit] = UNITS.find(([, size]) => ms >= size) ?? [];
  return noun === undefined || unit === undefined ? 'less than a minute' : counted(Math.floor(ms / unit), noun);
}

function describeWaiting(waiting: number): string {
  if (waiting >= COUNTED_MOST) return `${COUNTED_MOST} or more emails are waiting`;
  return waiting === 0
    ? 'No emails are waiting'
    : `${counted(waiting, 'email')} ${waiting === 1 ? 'is' : 'are'} waiting`;
}

interface LastMail {
  readonly state: string;
  readonly error: string | null;
  readonly finished_at: number | null;
}

export function judgeDelivery(health: MailHealth, last: LastMail | undefined, rate: number, now: number): Verdict {
  const { security, openCircuit } = health;
  if (security === null) return fail('No mail server is set up. Set SMTP_URL so that guests get their codes.');
  const waiting = describeWaiting(health.waiting);
  if (openCircuit !== null)
    return fail(`No email has been sent for ${describeTime(now - openCircuit.since)}. ${openCircuit.why}. ${waiting}.`);
  if (last === undefined) return warning('A mail server is set up, but no email has been sent yet.');
  if (last.state !== 'sent')
    return fail(`The last email was not delivered: ${last.error ?? 'it expired'}. ${waiting}. Check SMTP_URL.`);
  const when = describeTime(now - (last.finished_at ?? now));
  return pass(
    `The mail server accepted the last email ${when} ago. ${waiting}, and at most ${rate} are sent per minute.`,
  );
}

const AUTHORITY = 'Add its authority to NODE_EXTRA_CA_CERTS instead.';

export function judgeEncryption({ security, provenAt }: MailHealth, now: number): Verdict {
  if (security === null) return notSetUp('No mail server is set up, so there is no connection to encrypt.');
  const { encryption, isLocal, isVerified } = security;
  if (isLocal && (encryption !== 'always' || !isVerified))
    return pass('The mail server is on this machine, so email crosses no network on the way to it.');
  if (encryption === 'never')
    return fail('Codes cross the network unencrypted (ignoreTLS=true). Use smtps:// or STARTTLS.');
  if (!isVerified)
    return warning(
      `The mail server's certificate is not checked (tls.rejectUnauthorized=false), so an attacker on the network could read codes. ${AUTHORITY}`,
    );
  const proven =
    provenAt === null
      ? 'it has not done so since the start'
      : `it last did so ${describeTime(now - provenAt)} ago, with a verified certificate`;
  if (encryption === 'offered')
    return warning(
      `Email is encrypted only if the mail server offers it; ${proven}. An attacker on the network can prevent that: use smtps://, or add ?requireTLS=true.`,
    );
  return pass(
    provenAt === null
      ? 'Email is only sent encrypted, to a server with a verified certificate. The mail server has not been used since the start.'
      : `Email is only sent encrypted. The mail server's certificate was verified ${describeTime(now - provenAt)} ago.`,
  );
}

const domainOf = (from: string) =>
  from
    .slice(from.lastIndexOf('@') + 1)
    .replace(/>$/, '')
    .toLowerCase();

export function judgeSignature({ smtpUrl, from, dkim }: Config['mail']): Verdict {
  if (smtpUrl === null) return notSetUp('No mail server is set up, so there is nothing to sign.');
  if (dkim === null)
    return notSetUp('The portal does not sign emails (DKIM). Set DKIM_KEY, unless your mail server signs them.');
  const [signed, sender] = [dkim.domain.toLowerCase(), domainOf(from)];
  const isAligned = sender === signed || sender.endsWith(`.${signed}`) || signed.endsWith(`.${sender}`);
  return isAligned
    ? pass(`Emails are signed for ${signed}, with the key in DNS at ${dkim.selector}._domainkey.${signed}.`)
    : warning(
        `Emails are signed for ${signed} but sent from ${sender}, so receivers that compare the two (DMARC) don't trust the signature.`,
      );
}
