import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { selfSigned, testAuthority } from '../../tests/support/certificates.ts';
import { newDatabase } from '../../tests/support/database.ts';
import { detail } from '../../tests/support/detail.ts';
import { startServer, until } from '../../tests/support/process.ts';
import { TestSmtp } from '../../tests/support/smtp.ts';

const HOST = ['127.0.0.1'];
const SIGN_IN = 'portal:smtp-secret-4711';
const authority = testAuthority();
const trusting = (url: string, ...more: string[]) =>
  `${url}?${[`tls.ca=${encodeURIComponent(authority.cert)}`, ...more].join('&')}`;

const send = async (app: TestApp) => {
  const answer = await app.client().post('/api/user/send-verification-code', { email: 'guest@example.com' });
  expect(answer.statusCode).toBe(200);
};
const mailOf = (app: TestApp) => app.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();

/** It waits, and staff read why. */
async function expectToWait(app: TestApp, smtp: TestSmtp, why: string): Promise<void> {
  await send(app);
  await until('a try has failed', async () => (await mailOf(app)).error !== null);
  expect(await mailOf(app)).toMatchObject({ state: 'queued', error: why });
  expect((await mailOf(app)).sealed).not.toBe(null);
  expect([smtp.received.length, smtp.signIns]).toEqual([0, 0]);
  expect(app.logged.join('')).not.toContain('smtp-secret');
}

describe.for(['at once', 'with STARTTLS'] as const)('TLS that begins %s', (begins) => {
  test("With a valid certificate for the server's name, the email is sent encrypted", async () => {
    const smtp = await TestSmtp.start(SIGN_IN, { ...authority.issue(HOST), begins });
    const app = await startApp({ env: { SMTP_URL: trusting(smtp.url) } });
    await send(app);
    expect((await smtp.mail()).isEncrypted).toBe(true);
    expect(smtp.signIns).toBe(1);
  });

  test.for([
    [
      'signed by itself',
      selfSigned(HOST),
      "The mail server's certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)",
    ],
    ['that has expired', authority.issue(HOST, -2), "The mail server's certificate has expired (CERT_HAS_EXPIRED)"],
    [
      'for another name',
      authority.issue(['mail.example']),
      "The mail server's certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)",
    ],
    [
      'of an unknown authority',
      testAuthority().issue(HOST),
      "The mail server's certificate comes from an authority that is not trusted here (CERT_SIGNATURE_FAILURE)",
    ],
  ] as const)('With a certificate %s nothing is sent, not even the password', async ([, identity, why]) => {
    const smtp = await TestSmtp.start(SIGN_IN, { ...identity, begins });
    await expectToWait(await startApp({ env: { SMTP_URL: trusting(smtp.url) } }), smtp, why);
  });

  test('The operator can switch off the check of the certificate', async () => {
    const smtp = await TestSmtp.start(SIGN_IN, { ...selfSigned(HOST), begins });
    const app = await startApp({ env: { SMTP_URL: `${smtp.url}?tls.rejectUnauthorized=false` } });
    await send(app);
    expect((await smtp.mail()).isEncrypted).toBe(true);
  });
});

describe('A mail server without STARTTLS', () => {
  test('Where encryption is required, neither email nor password is sent', async () => {
    const smtp = await TestSmtp.start(SIGN_IN);
    const app = await startApp({ env: { SMTP_URL: `${smtp.url}?requireTLS=true&ignoreTLS=true` } });
    const why = 'The mail server offers no encryption (STARTTLS), so nothing is sent (500)';
    await expectToWait(app, smtp, why);
  });

  test('On this machine, or without a password, the email is sent unencrypted', async () => {
    for (const smtp of [await TestSmtp.start(SIGN_IN), await TestSmtp.start()]) {
      const app = await startApp({ env: { SMTP_URL: smtp.url } });
      await send(app);
      expect((await smtp.mail()).isEncrypted).toBe(false);
    }
  });
});

detail('NODE_EXTRA_CA_CERTS names an authority of the operator', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-ca-')), 'ca.pem');
  writeFileSync(file, authority.cert);
  const smtp = await TestSmtp.start(SIGN_IN, { ...authority.issue(HOST), begins: 'with STARTTLS' });
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const { url } = await startServer({ ...database.env, SMTP_URL: smtp.url, NODE_EXTRA_CA_CERTS: file });
  const answer = await fetch(`${url}/api/user/send-verification-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'guest@example.com' }),
  });
  expect(answer.status).toBe(200);
  expect((await smtp.mail()).isEncrypted).toBe(true);
});

detail('Many emails use few connections, which end with the portal', async () => {
  const smtp = await TestSmtp.start();
  smtp.behaviour = 'slow';
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  for (let guest = 0; guest < 12; guest += 1)
    await app.client().post('/api/user/send-verification-code', { email: `guest${guest}@example.com` });
  await until('five mails wait', () => smtp.waiting === 5);
  app.outbox.wake();
  expect(smtp.connections).toBe(5);
  smtp.behaviour = 'accept';
  smtp.release();
  await until('all have come', () => smtp.received.length === 12);
  expect(smtp.connections).toBeLessThanOrEqual(5);
  await app.close();
  await until('none is left', () => smtp.connections === 0);
});

describe('DKIM', () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const record = key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const env = { DKIM_DOMAIN: 'portal.example', DKIM_SELECTOR: 'gatehouse', MAIL_FROM: 'Ünit <portal@portal.example>' };
  const verified = async (source: Buffer, records: Record<string, string>) => {
    const asked: string[] = [];
    const resolver = async (name: string, type: string) => {
      asked.push(`${type} ${name}`);
      const found = records[name];
      if (found === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      return [[found]];
    };
    const { results } = await dkimVerify(source, { resolver });
    return { asked, results };
  };

  test('Every email has a signature that DNS proves, and a changed email fails it', async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { ...env, DKIM_KEY: pem.replaceAll('\n', '\\n'), SMTP_URL: smtp.url } });
    await send(app);
    const { source } = await smtp.mail();
    const records = { 'gatehouse._domainkey.portal.example': `v=DKIM1; k=rsa; p=${record}` };
    const { asked, results } = await verified(source, records);
    expect(asked).toEqual(['TXT gatehouse._domainkey.portal.example']);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ signingDomain: 'portal.example', selector: 'gatehouse', algo: 'rsa-sha256' });
    expect(results[0]).toMatchObject({ status: { result: 'pass', aligned: 'portal.example' } });
    const changed = Buffer.from(source.toString('latin1').replace(/^Subject: /m, 'Subject: Re: '), 'latin1');
    expect((await verified(changed, records)).results[0]?.status.result).toBe('fail');
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' });
    const forged = { 'gatehouse._domainkey.portal.example': `v=DKIM1; k=rsa; p=${other.toString('base64')}` };
    expect((await verified(source, forged)).results[0]?.status.result).toBe('fail');
  });

  test('Without a key no email is signed', async () => {
    const smtp = await TestSmtp.start();
    await send(await startApp({ env: { SMTP_URL: smtp.url } }));
    expect((await smtp.mail()).headers).not.toContain('dkim-signature');
  });
});
