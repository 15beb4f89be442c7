import { expect, test } from 'vitest';
import { captchaToken, signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp } from '../support/app.ts';
import { RawConnection } from '../support/raw-http.ts';
import { wordsOf } from '../support/secrecy.ts';
import { TestSmtp } from '../support/smtp.ts';

const PUBLIC = 'https://portal.example';
const EVIL = /evil|10\.9\.9\.9/;

/** Headers that some servers and proxies take a host name from. */
const FORWARDED = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-server': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-forwarded-port': '6666',
  'x-forwarded-prefix': '//evil.example',
  'x-host': 'evil.example',
  'x-original-host': 'evil.example',
  'x-http-host-override': 'evil.example',
  forwarded: 'for=192.0.2.1;host=evil.example;proto=http',
  referer: 'https://evil.example/',
};

/** An answer without its random nonces, which may contain any short word. */
const wordsIn = ({ head, body }: { head: string; body: string }) =>
  `${head}${body}`.replaceAll(/nonce-[\w+/=]+|nonce="[^"]*"/g, 'nonce');

test('A request for a foreign host gets "Domain Access Denied" and reveals nothing', async () => {
  const app = await startApp({ env: { PUBLIC_URL: PUBLIC } });
  const port = await listening(app);
  const request = (target: string, ...hosts: string[]) =>
    `GET ${target} HTTP/1.1\r\n${hosts.map((host) => `Host:${host}\r\n`).join('')}\r\n`;
  const cases: [name: string, bytes: string, status: number][] = [
    ['another name', request('/healthz', ' evil.example'), 404],
    ['ours before it', request('/healthz', ' portal.example.evil.example'), 404],
    ['ours behind it', request('/healthz', ' evilportal.example'), 404],
    ['ours as user', request('/healthz', ' portal.example@evil.example'), 404],
    ['ours as user with password', request('/healthz', ' portal.example:443@evil.example'), 404],
    ['a path in it', request('/healthz', ' evil.example/portal.example'), 404],
    ['a fragment in it', request('/healthz', ' evil.example#.portal.example'), 404],
    ['a query in it', request('/healthz', ' evil.example?.portal.example'), 404],
    ['a backslash in it', request('/healthz', ' evil.example\\.portal.example'), 404],
    ['spaces in it', request('/healthz', ' portal.example evil.example'), 404],
    ['a comma in it', request('/healthz', ' portal.example, evil.example'), 404],
    ['encoded', request('/healthz', ' portal%2eexample'), 404],
    ['wide dots', request('/healthz', ' portal\xe3\x80\x82example'), 404],
    ['an empty label', request('/healthz', ' portal..example'), 404],
    ['no port behind the colon', request('/healthz', ' evil.example:'), 404],
    ['an invalid port', request('/healthz', ' portal.example:evil'), 404],
    ['a port out of range', request('/healthz', ' portal.example:99999'), 404],
    ['an IP address in hexadecimal', request('/healthz', ' 0x0a.9.9.9'), 404],
    ['nothing', request('/healthz', ''), 404],
    ['two', request('/healthz', ' portal.example', ' evil.example'), 400],
    ['two the other way round', request('/healthz', ' evil.example', ' portal.example'), 400],
    ['the same one twice', request('/healthz', ' portal.example', ' portal.example'), 400],
    ['none', request('/healthz'), 400],
    ['another in the target', request('http://evil.example/healthz', ' portal.example'), 404],
    ['ours as user in the target', request('http://portal.example@evil.example/healthz', ' portal.example'), 404],
    ['ours in the target only', request('http://portal.example/healthz', ' evil.example'), 404],
    ['a target that is a name', request('evil.example:80', ' portal.example'), 400],
    ['spaces around it', request('/healthz', ' \t portal.example \t '), 200],
    ['ours in the target too', request('http://portal.example/healthz', ' portal.example'), 200],
  ];
  for (const [name, bytes, status] of cases) {
    const connection = RawConnection.open(port).send(bytes);
    const [answer] = await connection.answered();
    connection.socket.destroy();
    expect([name, answer?.status]).toEqual([name, status]);
    if (status === 200) continue;
    // The answer repeats no host and reveals nothing about the portal.
    if (answer !== undefined) expect(wordsIn(answer), name).not.toMatch(/evil|"status"|portal\.example/);
    if (status === 404) expect(answer?.body, name).toContain('Error Code: Domain Access Denied');
  }
  // The socket follows the same rules.
  for (const [hosts, status] of [
    ['Host: evil.example\r\n', 404],
    [`Host: portal.example\r\nHost: evil.example\r\n`, 400],
  ] as const) {
    const upgrade = `GET /ws HTTP/1.1\r\n${hosts}Origin: ${PUBLIC}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    expect((await RawConnection.open(port).send(upgrade).answered())[0]?.status).toBe(status);
  }
});

test('Emails, headers and pages never contain a forged host', async () => {
  const smtp = await TestSmtp.start();
  const app = await startApp({
    env: {
      PUBLIC_URL: PUBLIC,
      ALLOWED_HOSTS: 'evil-but-allowed.example',
      SELF_REGISTRATION: 'true',
      SMTP_URL: smtp.url,
    },
  });
  const admin = await signedIn(app, ADMIN);
  const before = smtp.received.length;
  // Allowed hosts other than the public one.
  const hosts = ['evil.portal.example', 'evil-but-allowed.example:6666'];
  for (const [index, host] of hosts.entries()) {
    const headers = { ...FORWARDED, host, origin: `https://${host}` };
    const guest = app.client();
    const person = `person${index}@example.com`;
    const send = async (client = guest, url = '', payload = {}) => {
      const answer = await client.request({
        method: 'POST',
        url,
        payload,
        headers: { ...headers, 'x-forwarded-for': client.ip },
      });
      expect([url, host, answer.statusCode, answer.headers.location]).toEqual([url, host, 200, undefined]);
      return answer;
    };
    await send(guest, '/api/user/send-verification-code', { email: `guest${index}@example.com` });
    const registration = {
      username: `person${index}`,
      email: person,
      password: 'a long enough password',
      recaptchaToken: await captchaToken(app),
    };
    await send(guest, '/api/auth/register', registration);
    await send(guest, '/api/auth/resend-verification', { email: person, recaptchaToken: await captchaToken(app) });
    const made = await send(admin, '/api/admin/users', {
      username: `made${index}`,
      email: `made${index}@example.com`,
      sendByMail: true,
    });
    // Otherwise the new password withdraws the email with the first.
    await smtp.mail(before + index * 6 + 4);
    await send(admin, `/api/admin/users/${made.json().id}/reset-password`, { sendByMail: true });
    const known = { ...registration, username: `other${index}`, email: `made${index}@example.com` };
    app.clock.advance(61_000);
    await send(app.client(), '/api/auth/register', { ...known, recaptchaToken: await captchaToken(app) });
    await smtp.mail(before + index * 6 + 6);
  }
  const mails = smtp.received.slice(before);
  expect(mails).toHaveLength(hosts.length * 6);
  for (const { subject, text, html } of mails) {
    const all = `${subject}\n${text}\n${html}`;
    expect(wordsOf({ subject, text, html })).not.toMatch(EVIL);
    expect(wordsOf({ subject, text, html })).not.toMatch(/6666/);
    for (const [url] of all.matchAll(/\b[a-z][a-z+.-]*:\/\/[^\s"'<>]+/g)) expect(new URL(url).origin).toBe(PUBLIC);
    for (const [, href] of html.matchAll(/(?:href|src|action)="([^"]*)"/g))
      expect(href).toMatch(/^https:\/\/portal\.example\//);
  }
  const codes = mails.filter(({ subject }) => subject.includes('verification code'));
  expect(codes.map(({ text }) => /^@(\S+) #\d{6}$/m.exec(text)?.[1])).toEqual(hosts.map(() => 'portal.example'));

  // No answer redirects or repeats a forged host.
  const port = await listening(app);
  const claims = Object.entries(FORWARDED).map(([name, value]) => `${name}: ${value}\r\n`);
  for (const host of hosts) {
    const targets = [
      '/',
      '/auth/',
      '/admin',
      '//evil.example/',
      '/%2f%2fevil.example/',
      '/\\evil.example',
      '/api/portal',
    ];
    const connection = RawConnection.open(port);
    connection.send(
      targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${claims.join('')}\r\n`).join(''),
    );
    const answers = await connection.answered(targets.length);
    expect(answers).toHaveLength(targets.length);
    for (const answer of answers) {
      expect([200, 404]).toContain(answer.status);
      expect(wordsIn(answer)).not.toMatch(EVIL);
      expect(answer.head).not.toMatch(/^(?:location|refresh|content-location):/m);
    }
  }
});
