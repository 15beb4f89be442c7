import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const SECRET = 'a-secret-of-the-tests-long-enough';

const dkimKey = (kind: 'ed25519' | number) => {
  const { privateKey } =
    kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: kind });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};

test('Without variables the defaults hold', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    allowedHosts: [],
    exitHosts: [],
    databaseUrl: null,
    secretKey: null,
    secretKeyOld: null,
    backupKey: null,
    adminUsername: 'admin',
    adminPassword: null,
    organisation: 'Gatehouse',
    securityContact: null,
    mail: { smtpUrl: null, from: 'no-reply@localhost', rate: 300, dnsCheck: true, dkim: null, bounceImapUrl: null },
    outcome: { webhook: null, receipt: false },
    events: null,
    captcha: { provider: 'altcha' },
    gate: { mode: 'open' },
    selfRegistration: false,
    oidc: null,
    logLevel: 'info',
    auditRetentionDays: 365,
    rowBudget: 100_000,
  });
  expect(config.publicUrl.origin).toBe('http://localhost:3000');
  expect(readConfig({ PORT: '8080' }).publicUrl.origin).toBe('http://localhost:8080');
});

test('NAME_FILE reads the value from a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-config-')), 'secret');
  writeFileSync(file, `${SECRET}\n`);
  expect(readConfig({ SECRET_KEY_FILE: file }).secretKey).toBe(SECRET);
});

test('An empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', ORGANISATION: ' ', SMTP_URL: '' })).toMatchObject({
    port: 3000,
    organisation: 'Gatehouse',
  });
});

test('Valid values are accepted', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::',
    PUBLIC_URL: 'https://portal.example:8443/',
    ALLOWED_HOSTS: 'A.example, b.example,192.0.2.1',
    EXIT_HOSTS: 'Thanks.example,www.thanks.example:443,Shop.example:8443,2001:db8::1,[2001:DB8::1]:8443',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    DATABASE_URL: 'postgres://u:p@db/x',
    CAPTCHA: 'Turnstile',
    CAPTCHA_SITE_KEY: 'site',
    CAPTCHA_SECRET: 'secret',
    SMTP_URL: 'smtps://u:p@mail.example',
    MAIL_FROM: 'Example Ltd <portal@example.com>',
    MAIL_RATE: '100000',
    GATE: 'token',
    GATE_SECRET: SECRET,
    GATE_RETRY_URL: 'https://verify.example/start',
    SELF_REGISTRATION: 'TRUE',
    AUDIT_RETENTION_DAYS: '90',
    NODE_ENV: 'production',
  });
  expect(config).toMatchObject({
    production: true,
    port: 0,
    host: '::',
    allowedHosts: ['a.example', 'b.example', '192.0.2.1'],
    exitHosts: ['thanks.example', 'www.thanks.example', 'shop.example:8443', '[2001:db8::1]', '[2001:db8::1]:8443'],
    mail: { rate: 100_000 },
    captcha: { provider: 'turnstile', siteKey: 'site', secret: 'secret' },
    gate: { mode: 'token', key: SECRET, retryUrl: 'https://verify.example/start' },
    selfRegistration: true,
    auditRetentionDays: 90,
  });
  expect(config.trustProxy.check('10.9.8.7', 'ipv4')).toBe(true);
  expect(config.trustProxy.check('11.0.0.1', 'ipv4')).toBe(false);
});

test('A provider for single sign-on is configured', () => {
  const env = { OIDC_ISSUER: 'https://login.example/realms/staff', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'x' };
  expect(readConfig(env).oidc).toEqual({
    issuer: new URL('https://login.example/realms/staff'),
    clientId: 'portal',
    clientSecret: 'x',
    secondFactor: [],
    insecure: false,
  });
  expect(readConfig({ ...env, OIDC_MFA: 'amr:mfa, acr:urn:example:gold' }).oidc?.secondFactor).toEqual([
    { claim: 'amr', value: 'mfa' },
    { claim: 'acr', value: 'urn:example:gold' },
  ]);
  expect(readConfig({ ...env, OIDC_ISSUER: 'http://localhost:8080' }).oidc?.insecure).toBe(true);
});

test.for([
  ['security@example.com', 'mailto:security@example.com'],
  ['security+portal@bücher.example', 'mailto:security+portal@xn--bcher-kva.example'],
  ['mailto:security@example.com', 'mailto:security@example.com'],
  ['mailto:security%2Bportal@example.com?subject=Portal', 'mailto:security%2Bportal@example.com?subject=Portal'],
  ['https://example.com/security', 'https://example.com/security'],
  ['tel:+49-30-901820', 'tel:+49-30-901820'],
] as const)('The security contact %s is read as %s', ([SECURITY_CONTACT, uri]) => {
  expect(readConfig({ SECURITY_CONTACT }).securityContact).toBe(uri);
});

test.for(['ed25519', 'ec'] as const)('A gate key of the kind %s is accepted, also on one line', (kind) => {
  const pair = kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  for (const GATE_PUBLIC_KEY of [pem, pem.replaceAll('\n', '\\n')]) {
    expect(readConfig({ GATE: 'token', GATE_PUBLIC_KEY }).gate).toMatchObject({ mode: 'token' });
  }
});

describe('A wrong value is one line with the name, the problem and an example', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString();
  test.for<[Record<string, string>, string]>([
    [{ PORT: 'abc' }, 'PORT: "abc" is not a whole number from 0 to 65535. Example: PORT=3000'],
    [{ ROW_BUDGET: '999' }, 'ROW_BUDGET: "999" is not a whole number of 1000 or more. Example: ROW_BUDGET=100000'],
    [{ PORT: '70000' }, 'PORT: "70000" is not a whole number from 0 to 65535. Example: PORT=3000'],
    [{ PORT: '9464', METRICS_PORT: '9464' }, 'METRICS_PORT: is the same as PORT. Example: METRICS_PORT=9465'],
    [{ HOST: 'portal.example' }, 'HOST: "portal.example" is not an IP address of this machine. Example: HOST=0.0.0.0'],
    [{ PUBLIC_URL: 'portal.example' }, 'PUBLIC_URL: "portal.example" is not an http or https address.'],
    [
      { PUBLIC_URL: 'https://portal.example/path' },
      'PUBLIC_URL: "https://portal.example/path" has more than scheme, host and port.',
    ],
    [{ ALLOWED_HOSTS: 'https://a.example' }, 'ALLOWED_HOSTS: "https://a.example" is not a hostname'],
    [{ MAIL_DNS_CHECK: 'maybe' }, 'MAIL_DNS_CHECK: "maybe" is not one of on, off'],
    [{ BOUNCE_IMAP_URL: 'imaps://mail.example' }, 'BOUNCE_IMAP_URL: is not an imaps:// address with a user name'],
    [{ DKIM_SELECTOR: 'one' }, 'DKIM_DOMAIN: is needed with DKIM_KEY'],
    [{ DKIM_DOMAIN: 'example.com' }, 'DKIM_SELECTOR: is needed with DKIM_DOMAIN'],
    [{ DKIM_DOMAIN: 'a b', DKIM_SELECTOR: 'one' }, 'DKIM_DOMAIN: "a b" is not a domain'],
    [{ DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'one' }, 'DKIM_KEY: is needed with DKIM_DOMAIN'],
    [
      { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'one', DKIM_KEY: 'nonsense' },
      'DKIM_KEY: is not a private key in PEM form',
    ],
    [{ DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'one', DKIM_KEY: dkimKey('ed25519') }, 'DKIM_KEY: is not an RSA key'],
    [
      { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'one', DKIM_KEY: dkimKey(768) },
      'DKIM_KEY: has fewer than 1024 bits',
    ],
    [{ OUTCOME_RECEIPT: 'yes' }, 'OUTCOME_RECEIPT: "yes" is not one of true, false'],
    ...(['OUTCOME', 'EVENTS'] as const).flatMap((of): [Record<string, string>, string][] => {
      const [url, secret] = [`${of}_WEBHOOK_URL`, `${of}_WEBHOOK_SECRET`];
      return [
        [{ [url]: 'ftp://a.example' }, `${url}: is not an https address`],
        [{ [url]: 'http://a.example' }, `${url}: is not https`],
        [{ NODE_ENV: 'production', [url]: 'http://localhost' }, `${url}: is not https`],
        [{ [url]: 'https://a:b@a.example' }, `${url}: has a user name or a fragment`],
        [{ [url]: 'https://a.example' }, `${secret}: is needed with ${url}`],
        [
          { [url]: 'https://a.example', [secret]: 'whsec_c2hvcnQ=' },
          `${secret}: is not "whsec_" and 24 to 64 bytes in base64`,
        ],
      ];
    }),
    [{ OIDC_CLIENT_ID: 'gatehouse' }, 'OIDC_ISSUER: is needed with OIDC_CLIENT_ID'],
    [{ OIDC_MFA: 'amr:mfa' }, 'OIDC_ISSUER: is needed with OIDC_CLIENT_ID'],
    [{ OIDC_ISSUER: 'login.example' }, 'OIDC_ISSUER: is not an https address'],
    [{ OIDC_ISSUER: 'https://login.example?a=b' }, 'OIDC_ISSUER: has more than scheme, host, port and path'],
    [{ OIDC_ISSUER: 'https://a:b@login.example' }, 'OIDC_ISSUER: has more than scheme, host, port and path'],
    [{ OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER: is not https'],
    [{ NODE_ENV: 'production', OIDC_ISSUER: 'http://localhost:8080' }, 'OIDC_ISSUER: is not https'],
    [{ OIDC_ISSUER: 'https://login.example' }, 'OIDC_CLIENT_ID: is needed with OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'a' }, 'OIDC_CLIENT_SECRET: is needed with OIDC_ISSUER'],
    [
      { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', OIDC_MFA: 'mfa' },
      'OIDC_MFA: "mfa" is not "amr:" or "acr:" and a value. Example: OIDC_MFA=amr:mfa,acr:urn:example:mfa',
    ],
    [{ EXIT_HOSTS: 'a.example:99999' }, 'EXIT_HOSTS: "a.example:99999" has an invalid port'],
    [{ EXIT_HOSTS: 'a.example:8443/x' }, 'EXIT_HOSTS: "a.example:8443/x" is not a hostname'],
    [{ EXIT_HOSTS: 'https://a.example' }, 'EXIT_HOSTS: "https://a.example" is not a hostname'],
    [{ ALLOWED_HOSTS: 'a.example:80' }, 'ALLOWED_HOSTS: "a.example:80" is not a hostname'],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      'TRUST_PROXY: "10.0.0.0/33" is not an address or CIDR. Example: TRUST_PROXY=127.0.0.1,10.0.0.0/8',
    ],
    [{ TRUST_PROXY: '010.0.0.1' }, 'TRUST_PROXY: "010.0.0.1" is not an address or CIDR.'],
    [{ DATABASE_URL: 'mysql://root:hunter2@db/x' }, 'DATABASE_URL: is not a postgres:// address.'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY: has 5 characters; at least 32 are needed.'],
    [{ SECRET_KEY_OLD: 'short' }, 'SECRET_KEY_OLD: has 5 characters; at least 32 are needed.'],
    [{ SECRET_KEY: SECRET, SECRET_KEY_OLD: SECRET }, 'SECRET_KEY_OLD: is the same as SECRET_KEY'],
    [{ BACKUP_KEY: 'short' }, 'BACKUP_KEY: has 5 characters; at least 32 are needed.'],
    [{ SECRET_KEY_FILE: '/does/not/exist' }, 'SECRET_KEY_FILE: "/does/not/exist": there is no such file.'],
    [
      { SECRET_KEY: SECRET, SECRET_KEY_FILE: '/x' },
      'SECRET_KEY_FILE: is set together with SECRET_KEY; keep only one of them.',
    ],
    [{ ADMIN_USERNAME: 'admin\u202e' }, 'ADMIN_USERNAME: has characters that cannot be shown.'],
    [{ SECRET_KEY: 'hunter'.repeat(6) }, 'SECRET_KEY: has fewer than 8 different characters'],
    [{ SECRET_KEY: 's'.repeat(64) }, 'SECRET_KEY: has fewer than 8 different characters'],
    [
      { GATE: 'token', GATE_SECRET: '1234567'.repeat(5) },
      'GATE_SECRET: has fewer than 8 different characters, so it can be guessed.',
    ],
    [{ ADMIN_PASSWORD: 'hunter' }, 'ADMIN_PASSWORD: has 6 characters; 10 to 128 are allowed.'],
    [{ ADMIN_PASSWORD: 'hunter'.repeat(22) }, 'ADMIN_PASSWORD: has 132 characters; 10 to 128 are allowed.'],
    [{ SMTP_URL: 'http://u:hunter2@mail' }, 'SMTP_URL: is not an smtp:// or smtps:// address.'],
    [{ MAIL_RATE: '0' }, 'MAIL_RATE: "0" is not a whole number from 1 to 100000. Example: MAIL_RATE=300'],
    [{ MAIL_RATE: '100001' }, 'MAIL_RATE: "100001" is not a whole number from 1 to 100000.'],
    [{ MAIL_RATE: '5/s' }, 'MAIL_RATE: "5/s" is not a whole number from 1 to 100000.'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM: "nobody" is not an address.'],
    [
      { CAPTCHA: 'none' },
      'CAPTCHA: "none" is not one of altcha, recaptcha, turnstile, hcaptcha. Example: CAPTCHA=altcha',
    ],
    [{ CAPTCHA: 'hcaptcha' }, 'CAPTCHA_SITE_KEY: is needed with CAPTCHA=hcaptcha.'],
    [{ CAPTCHA: 'hcaptcha', CAPTCHA_SITE_KEY: 'x' }, 'CAPTCHA_SECRET: is needed with CAPTCHA=hcaptcha.'],
    [{ TELEGRAM_API_ROOT: 'ftp://x' }, 'TELEGRAM_API_ROOT: "ftp://x" is not an http or https address.'],
    [{ GATE: 'closed' }, 'GATE: "closed" is not one of open, token. Example: GATE=open'],
    [{ GATE: 'token' }, 'GATE_SECRET: this or GATE_PUBLIC_KEY is needed with GATE=token.'],
    [{ GATE: 'token', GATE_PUBLIC_KEY: 'x' }, 'GATE_PUBLIC_KEY: is not a public key in PEM form.'],
    [{ GATE: 'token', GATE_PUBLIC_KEY: rsa }, 'GATE_PUBLIC_KEY: is neither an Ed25519 nor a P-256 key.'],
    [
      { GATE_RETRY_URL: 'javascript:alert(1)' },
      'GATE_RETRY_URL: "javascript:alert(1)" is not an http or https address.',
    ],
    [
      { SELF_REGISTRATION: 'yes' },
      'SELF_REGISTRATION: "yes" is not one of true, false. Example: SELF_REGISTRATION=true',
    ],
    ...['89', '0', '-365', '90.5', '1e3', '0x16d', 'never', '36501', '999999'].map(
      (days): [Record<string, string>, string] => [
        { AUDIT_RETENTION_DAYS: days },
        `AUDIT_RETENTION_DAYS: "${days}" is not a whole number of days from 90 to 36500. Example: AUDIT_RETENTION_DAYS=365`,
      ],
    ),
    ...[
      'http://example.com/security',
      'https://a:hunter2@example.com',
      'security',
      'mailto:security',
      'tel:110',
      'a@example.com\nb@example.com',
      'https://example.com/a\nContact: https://evil.example',
      'javascript:alert(1)',
    ].map((contact): [Record<string, string>, string] => [
      { SECURITY_CONTACT: contact },
      'SECURITY_CONTACT: is not an email address, an https:// address or a tel:+ number. Example: SECURITY_CONTACT=security@example.com',
    ]),
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: "loud" is not one of fatal, error, warn, info, debug, trace, silent.'],
  ])('%o', ([env, sentence]) => {
    let message = '';
    try {
      readConfig(env);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(sentence);
    expect(message).toMatch(/ Example: [A-Z_]+=\S/);
    expect(message).not.toContain('\n');
    expect(message).not.toContain('hunter');
  });
});
