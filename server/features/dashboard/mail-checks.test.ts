import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import type { MailHealth } from '../../delivery/mail-health.ts';
import { smtpSecurity } from '../../delivery/smtp/smtp-security.ts';
import { judgeDelivery, judgeEncryption, judgeSignature } from './mail-checks.ts';

const NOW = 1_800_000_000_000;
const health = (url: string | null, more: Partial<MailHealth> = {}): MailHealth => ({
  openCircuit: null,
  waiting: 0,
  provenAt: null,
  security: url === null ? null : smtpSecurity(url),
  ...more,
});
const proven = { provenAt: NOW - 5 * 60_000 };

test.for([
  [health(null), 'not_set_up', /No mail server/],
  [health('smtps://mail.example'), 'pass', /not been used since the start/],
  [health('smtps://mail.example', proven), 'pass', /was verified 5 minutes ago/],
  [health('smtp://u:p@mail.example', proven), 'pass', /only sent encrypted/],
  [health('smtps://mail.example?tls.rejectUnauthorized=false'), 'warning', /not checked .* NODE_EXTRA_CA_CERTS/],
  [health('smtp://mail.example'), 'warning', /it has not done so since the start.*requireTLS=true/],
  [health('smtp://mail.example', proven), 'warning', /it last did so 5 minutes ago/],
  [health('smtp://mail.example?ignoreTLS=true'), 'fail', /unencrypted/],
  [health('smtp://127.0.0.1:25'), 'pass', /on this machine/],
] as const)('The check of encryption, case %#', ([given, result, advice]) => {
  expect(judgeEncryption(given, NOW)).toEqual({ result, advice: expect.stringMatching(advice) });
});

const sent = { state: 'sent', error: null, finished_at: NOW - 3 * 60 * 60_000 };

test.for([
  [health(null), undefined, 'fail', 'No mail server is set up. Set SMTP_URL so that guests get their codes.'],
  [
    health('smtps://mail.example', { waiting: 1 }),
    sent,
    'pass',
    'The mail server accepted the last email 3 hours ago. 1 email is waiting, and at most 300 are sent per minute.',
  ],
  [
    health('smtps://mail.example', {
      waiting: 1_000,
      openCircuit: { since: NOW - 26 * 60 * 60_000, why: 'Nobody answers' },
    }),
    sent,
    'fail',
    'No email has been sent for 1 day. Nobody answers. 1000 or more emails are waiting.',
  ],
  [
    health('smtps://mail.example'),
    { state: 'failed', error: '550 no', finished_at: NOW },
    'fail',
    'The last email was not delivered: 550 no. No emails are waiting. Check SMTP_URL.',
  ],
] as const)('The check of delivery, case %#', ([given, last, result, advice]) => {
  expect(judgeDelivery(given, last, 300, NOW)).toEqual({ result, advice });
});

test("A DKIM signature counts only for the sender's domain", () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const DKIM_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const judge = (MAIL_FROM: string, DKIM_DOMAIN: string) =>
    judgeSignature(
      readConfig({ SMTP_URL: 'smtps://mail.example', DKIM_SELECTOR: 'one', DKIM_KEY, MAIL_FROM, DKIM_DOMAIN }).mail,
    ).result;
  expect(judge('Example <portal@example.com>', 'example.com')).toBe('pass');
  expect(judge('portal@mail.Example.com', 'example.com')).toBe('pass');
  expect(judge('portal@example.com', 'example.org')).toBe('warning');
  expect(judgeSignature(readConfig({ SMTP_URL: 'smtps://mail.example' }).mail).result).toBe('not_set_up');
});
