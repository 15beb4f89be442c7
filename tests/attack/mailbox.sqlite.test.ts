import { expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { until } from '../support/process.ts';

const HERE = { host: 'localhost:3000' };

/** A portal without a mail server, with the code of a victim in its mailbox. */
async function portal(env: Record<string, string> = {}) {
  const app = await startApp({ env });
  const url = new URL(env.PUBLIC_URL ?? 'http://localhost:3000');
  await app.client().request({
    method: 'POST',
    url: '/api/user/send-verification-code',
    payload: { email: 'victim@example.com' },
    headers: { host: url.host, origin: url.origin },
  });
  await until('the code is in the mailbox', async () => {
    const { state } = await app.db.selectFrom('outbox').select('state').executeTakeFirstOrThrow();
    return state === 'sent';
  });
  return app;
}

const opened = async ({ http }: TestApp, headers: Record<string, string>, remoteAddress = '127.0.0.1') => {
  const { statusCode, body } = await http.inject({ url: '/dev/mailbox', headers, remoteAddress });
  return [statusCode, body.includes('victim@example.com')];
};

test.for([
  ['trusts no proxy', '10.255.255.254'],
  ['trusts the proxy on this machine', '127.0.0.1'],
])('The development mailbox is hidden behind a proxy when the portal %s', async ([, TRUST_PROXY]) => {
  const app = await portal({ TRUST_PROXY: TRUST_PROXY as string });
  for (const [name, value] of [
    ['x-forwarded-for', '8.8.8.8'],
    ['x-forwarded-for', 'unknown'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', ''],
    ['X-Forwarded-Proto', 'https'],
    ['x-forwarded-host', 'localhost'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '127.0.0.1'],
    ['cf-connecting-ip', '127.0.0.1'],
    ['true-client-ip', '127.0.0.1'],
  ] as const)
    expect([name, value, ...(await opened(app, { ...HERE, [name]: value }))]).toEqual([name, value, 404, false]);
  expect(await opened(app, HERE)).toEqual([200, true]);
});

test('The development mailbox is visible only from this machine under a local host name', async () => {
  const app = await portal({ ALLOWED_HOSTS: 'portal.example' });
  for (const address of ['192.0.2.1', '10.0.0.1', '2001:db8::1', '::ffff:192.0.2.1'])
    expect([address, ...(await opened(app, HERE, address))]).toEqual([address, 404, false]);
  for (const host of ['portal.example', 'sub.localhost', 'portal.example:3000'])
    expect([host, ...(await opened(app, { host }))]).toEqual([host, 404, false]);
  for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:3000'])
    expect([host, ...(await opened(app, { host }, '::1'))]).toEqual([host, 200, true]);
});

test('The development mailbox is hidden on a portal with a public URL', async () => {
  const app = await portal({ PUBLIC_URL: 'https://portal.example' });
  expect(await opened(app, HERE)).toEqual([404, false]);
});
