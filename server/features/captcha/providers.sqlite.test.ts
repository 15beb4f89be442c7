import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ADMIN, startApp } from '../../../tests/support/app.ts';

/** A stand-in for the provider at the edge of the network: a real server, and requests that are led to it. */
type Answer = (form: URLSearchParams) => { status: number; body: string; location?: string } | null;

async function provider(answer: Answer) {
  const asked: { host: string; form: URLSearchParams }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const form = new URLSearchParams(text);
      asked.push({ host: String(request.headers['x-asked-host']), form });
      const reply = answer(form);
      // Without a reply it hangs, as services do.
      if (reply !== null)
        response.writeHead(reply.status, reply.location ? { location: reply.location } : {}).end(reply.body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const led: typeof fetch = (input, init) => {
    const { host, pathname } = new URL(String(input));
    return fetch(`http://127.0.0.1:${port}${pathname}`, { ...init, headers: { 'x-asked-host': host } });
  };
  return { asked, fetch: led };
}

const json = (body: object) => ({ status: 200, body: JSON.stringify(body) });
const env = (CAPTCHA: string) => ({ CAPTCHA, CAPTCHA_SITE_KEY: 'the-site-key', CAPTCHA_SECRET: 'the-secret' });

test.for([
  ['recaptcha', 'www.google.com'],
  ['turnstile', 'challenges.cloudflare.com'],
  ['hcaptcha', 'api.hcaptcha.com'],
] as const)('The server asks %s, and its answer counts', async ([name, host]) => {
  const { asked, fetch } = await provider((form) => json({ success: form.get('response') === 'good' }));
  const app = await startApp({ env: env(name), fetch });
  const client = app.client();
  expect((await client.get('/api/portal')).json().captcha).toEqual({ provider: name, siteKey: 'the-site-key' });

  const refused = await client.post('/api/auth/login', { ...ADMIN, recaptchaToken: 'bad' });
  expect([refused.statusCode, refused.json().error]).toEqual([400, 'captcha_refused']);
  expect((await client.post('/api/auth/login', { ...ADMIN, recaptchaToken: 'good' })).statusCode).toBe(200);
  expect((await client.post('/api/auth/login', { ...ADMIN, recaptchaToken: 'good' })).json().error).toBe(
    'captcha_refused',
  );

  expect(asked[0]?.host).toBe(host);
  expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
    secret: 'the-secret',
    response: 'bad',
    remoteip: client.ip,
  });
  expect(app.logged.join('')).not.toContain('the-secret');
});

test.for<[string, Answer]>([
  ['answers 500', () => ({ status: 500, body: 'oops' })],
  ['answers nonsense', () => ({ status: 200, body: '<html>' })],
  ['hangs', () => null],
  // The request has the secret, so it follows no redirect.
  ['leads elsewhere', () => ({ status: 307, body: '', location: '/elsewhere' })],
])('A provider that %s lets no one in', async ([, answer]) => {
  const { asked, fetch } = await provider(answer);
  const app = await startApp({ env: env('turnstile'), fetch });
  const refused = await app.client().post('/api/auth/login', { ...ADMIN, recaptchaToken: 'any' });
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    503,
    '10',
    {
      error: 'captcha_unavailable',
      message: 'The captcha service cannot be reached right now. Please try again in a moment.',
      retryAfter: 10,
    },
  ]);
  expect(asked).toHaveLength(1);
});
