import type { Config } from '../../config.ts';
import { COUNTED_MOST, type MailHealth } from '../../delivery/mail-health.ts';
import { counted, fail, notSetUp, pass, type Verdict, warning } from './verdict.ts';

const MINUTE_MS = 60_000;
const UNITS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

function describeTime(ms: number): string {
  const [noun, unit] = UNITS.find(([, size]) => ms >= size) ?? [];
  return noun === undefined || unit === undefined ? 'less than a minute' : counted(Math.floor(ms / unit), noun);
}

function describeWaiting(waiting: number): string {
  if (waiting >= COUNTED_MOST) return `${COUNTED_MOST} mails or more wait`;
  return waiting === 0 ? 'No mail waits' : `${counted(waiting, 'mail')} ${waiting === 1 ? 'waits' : 'wait'}`;
}

interface LastMail {
  readonly state: string;
  readonly error: string | null;
  readonly finished_at: number | null;
}

export function judgeDelivery(health: MailHealth, last: LastMail | undefined, rate: number, now: number): Verdict {
  const { security, openCircuit } = health;
  if (security === null) return fail('There is no mail server. Set SMTP_URL so that codes reach guests.');
  const waiting = describeWaiting(health.waiting);
  if (openCircuit !== null)
    return fail(`No mail has left for ${describeTime(now - openCircuit.since)}. ${openCircuit.why}. ${waiting}.`);
  if (last === undefined) return warning('A mail server is configured, but no mail has been sent yet.');
  if (last.state !== 'sent')
    return fail(`The last mail was not delivered: ${last.error ?? 'it expired'}. ${waiting}. Check SMTP_URL.`);
  const when = describeTime(now - (last.finished_at ?? now));
  return pass(`The mail server took the last mail ${when} ago. ${waiting}, and at most ${rate} a minute leave.`);
}

const AUTHORITY = 'Name its authority in NODE_EXTRA_CA_CERTS instead.';

export function judgeEncryption({ security, provenAt }: MailHealth, now: number): Verdict {
  if (security === null) return notSetUp('There is no mail server whose connection could be encrypted.');
  const { encryption, isLocal, isVerified } = security;
  if (isLocal && (encryption !== 'always' || !isVerified))
    return pass('The mail server is on this machine: nothing crosses a network on the way to it.');
  if (encryption === 'never')
    return fail('Codes cross the network unencrypted (ignoreTLS=true). Use smtps:// or STARTTLS.');
  if (!isVerified)
    return warning(
      `The certificate of the mail server is not checked (tls.rejectUnauthorized=false): somebody in between could read codes. ${AUTHORITY}`,
    );
  const proven =
    provenAt === null
      ? 'it has not since the start'
      : `it last did ${describeTime(now - provenAt)} ago, with a certificate that was checked`;
  if (encryption === 'offered')
    return warning(
      `Mail is encrypted where the mail server offers that; ${proven}. Somebody in between can prevent it: use smtps://, or add ?requireTLS=true.`,
    );
  return pass(
    provenAt === null
      ? 'Mail leaves only encrypted, to a server whose certificate is checked. It has not been reached since the start.'
      : `Mail leaves only encrypted. The certificate of the mail server was checked ${describeTime(now - provenAt)} ago.`,
  );
}

const domainOf = (from: string) =>
  from
    .slice(from.lastIndexOf('@') + 1)
    .replace(/>$/, '')
    .toLowerCase();

export function judgeSignature({ smtpUrl, from, dkim }: Config['mail']): Verdict {
  if (smtpUrl === null) return notSetUp('There is no mail server, so there is nothing to sign.');
  if (dkim === null)
    return notSetUp('The portal does not sign mails (DKIM). Set DKIM_KEY, unless your mail server signs them.');
  const [signed, sender] = [dkim.domain.toLowerCase(), domainOf(from)];
  const isAligned = sender === signed || sender.endsWith(`.${signed}`) || signed.endsWith(`.${sender}`);
  return isAligned
    ? pass(`Mails are signed for ${signed}, with the key that DNS has at ${dkim.selector}._domainkey.${signed}.`)
    : warning(
        `Mails are signed for ${signed} and sent from ${sender}: for receivers that compare these (DMARC) it is no proof.`,
      );
}
