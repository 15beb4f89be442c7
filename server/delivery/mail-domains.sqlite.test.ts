import { expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { detail } from '../../tests/support/detail.ts';
import { TestDns } from '../../tests/support/dns.ts';
import type { HttpClient } from '../../tests/support/http-client.ts';
import { WAIT_MS } from '../../tests/support/patience.ts';
import { until } from '../../tests/support/process.ts';
import { TestSmtp } from '../../tests/support/smtp.ts';

const ZONES = {
  'example.com': { MX: ['mail.example.com'] },
  'no-mx.example.com': { A: ['192.0.2.1'] },
  'only-v6.example.com': { AAAA: ['2001:db8::1'] },
  'null-mx.example.com': { MX: [''], A: ['192.0.2.1'] },
  'only-text.example.com': { TXT: ['nothing to see'] },
  'broken.example.com': 'servfail',
  'xn--bcher-kva.example': { MX: ['mail.example.com'] },
} as const;

async function portal(env: Record<string, string> = {}, tryMs?: number) {
  const smtp = await TestSmtp.start();
  const dns = await TestDns.start(ZONES, tryMs);
  return { smtp, dns, app: await startApp({ dns, env: { SMTP_URL: smtp.url, ...env } }) };
}

const ask = (client: HttpClient, email: string) => client.post('/api/user/send-verification-code', { email });

/** Each from a browser and a network of its own. */
const asks = (app: TestApp, email: string) => ask(app.client(), email);

const rowsIn = async ({ db }: TestApp) => ({
  outbox: (await db.selectFrom('outbox').selectAll().execute()).length,
  verifications: (await db.selectFrom('guest_verifications').selectAll().execute()).length,
  limits: (await db.selectFrom('limit_counts').selectAll().execute()).length,
});

test.for(['example.com', 'no-mx.example.com', 'only-v6.example.com', 'broken.example.com', 'Example.COM'])(
  'An email to %s is sent',
  async (domain) => {
    const { app, smtp } = await portal();
    expect((await asks(app, `anna@${domain}`)).statusCode).toBe(200);
    expect((await smtp.mail()).recipients).toEqual([`anna@${domain.toLowerCase()}`]);
  },
);

test.for(['exampel.com', 'null-mx.example.com', 'only-text.example.com'])(
  'A guest who typed %s reads that the domain gets no email, and nothing is used up',
  async (domain) => {
    const { app, smtp } = await portal();
    const client = app.client();
    for (let time = 0; time < 4; time += 1) {
      const answer = await ask(client, `anna@${domain}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({
        error: 'address_unreachable',
        message: `${domain} can't receive email. Check the part after the @.`,
      });
    }
    expect(await rowsIn(app)).toEqual({ outbox: 0, verifications: 0, limits: 0 });
    expect((await ask(client, 'anna@example.com')).statusCode).toBe(200);
    await smtp.mail();
    expect(smtp.received).toHaveLength(1);
  },
);

test('A domain is looked up once, and again after a while', async () => {
  const { app, dns } = await portal();
  for (const name of ['anna', 'bert', 'cleo']) await asks(app, `${name}@example.com`);
  for (const name of ['anna', 'bert']) await asks(app, `${name}@exampel.com`);
  expect(dns.asked).toEqual(['MX example.com', 'MX exampel.com']);
  app.clock.advance(3 * 60_000);
  // It was set up meanwhile.
  dns.zones.set('exampel.com', { MX: ['mail.example.com'] });
  expect((await asks(app, 'anna@exampel.com')).statusCode).toBe(200);
  await asks(app, 'dora@example.com');
  expect(dns.asked).toEqual(['MX example.com', 'MX exampel.com', 'MX exampel.com']);
  app.clock.advance(60 * 60_000);
  await asks(app, 'emil@example.com');
  expect(dns.asked.at(-1)).toBe('MX example.com');
});

test('Concurrent lookups of one domain share a query', async () => {
  const { app, dns } = await portal();
  dns.behaviour = 'held';
  const all = Array.from({ length: 8 }, (_, index) => asks(app, `guest${index}@exampel.com`));
  await until('the query has come', () => dns.asked.length > 0);
  dns.release();
  expect((await Promise.all(all)).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(400));
  expect(dns.asked).toEqual(['MX exampel.com']);
});

test('While DNS is silent every domain passes, and later requests do not wait', async () => {
  const { app, dns, smtp } = await portal();
  dns.behaviour = 'silent';
  dns.patience.withinMs = 20;
  expect((await asks(app, 'anna@exampel.com')).statusCode).toBe(200);
  for (const domain of ['one.example', 'two.example', 'exampel.com'])
    expect((await asks(app, `bert@${domain}`)).statusCode).toBe(200);
  expect(dns.asked).toEqual(['MX exampel.com']);
  await smtp.mail(4);
  dns.behaviour = 'answer';
  dns.patience.withinMs = WAIT_MS;
  app.clock.advance(6_000);
  expect((await asks(app, 'cleo@two.example')).statusCode).toBe(400);
  expect(app.logged.join('\n')).toContain('DNS does not answer');
  expect(app.logged.join('\n')).not.toMatch(/exampel|two\.example/);
});

detail('A query that fails after the pause does not start another pause', async () => {
  const { app, dns } = await portal({}, 50);
  dns.behaviour = 'silent';
  dns.patience.withinMs = 1;
  await asks(app, 'anna@exampel.com');
  app.clock.advance(6_000);
  // Answered when the query under way has failed.
  dns.patience.withinMs = WAIT_MS;
  expect((await asks(app, 'bert@exampel.com')).statusCode).toBe(200);
  await asks(app, 'cleo@two.example');
  expect(dns.asked).toContain('MX two.example');
});

test('Without a DNS server every domain passes', async () => {
  const { app, dns } = await portal();
  await dns.close();
  expect((await asks(app, 'anna@exampel.com')).statusCode).toBe(200);
});

test('A stranger cannot use the portal for mass DNS queries', async () => {
  const { app, dns } = await portal();
  const client = app.client();
  for (let time = 0; time < 40; time += 1) await ask(client, `anna@exampel${time}.com`);
  expect(dns.asked).toHaveLength(30);
  // Others are none the worse for it.
  expect((await asks(app, 'anna@exampel99.com')).statusCode).toBe(400);
});

test('With many queries under way, further domains pass', async () => {
  const { app, dns } = await portal();
  dns.behaviour = 'held';
  const held = Array.from({ length: 50 }, (_, index) => asks(app, `anna@exampel${index}.com`));
  await until('fifty are under way', () => dns.asked.length === 50);
  expect((await asks(app, 'anna@one-more.com')).statusCode).toBe(200);
  dns.release();
  await Promise.all(held);
  expect(dns.asked).not.toContain('MX one-more.com');
});

test.for<Record<string, string>>([{ MAIL_DNS_CHECK: 'off' }, { SMTP_URL: '' }])(
  'With %o DNS is not asked',
  async (env) => {
    const { app, dns } = await portal(env);
    expect((await asks(app, 'anna@exampel.com')).statusCode).toBe(200);
    expect(dns.asked).toEqual([]);
  },
);

test('DNS learns the domain and nothing else that was typed', async () => {
  const { app, dns, smtp } = await portal();
  const client = app.client();
  await ask(client, 'Canary.Name+tag@Example.com');
  await client.post('/api/guest/submit-email', { email: 'canary.name@exampel.com' });
  await ask(client, 'canary.name@no-mx.example.com');
  await ask(client, 'кана́рейка@bücher.example');
  await smtp.mail(2);
  await client.post('/api/user/verify-code', { email: 'canary.name@no-mx.example.com', code: '493817' });
  expect(dns.asked.sort()).toEqual([
    'A no-mx.example.com',
    'AAAA no-mx.example.com',
    'MX example.com',
    'MX no-mx.example.com',
    'MX xn--bcher-kva.example',
  ]);
});

test('A domain in another script is named as its owner writes it, unless it mixes scripts', async () => {
  const { app } = await portal();
  const sentence = async (email: string) => (await asks(app, email)).json().message;
  expect(await sentence('anna@büchre.example')).toBe("büchre.example can't receive email. Check the part after the @.");
  expect(await sentence('anna@p\u0430ypal.example')).toBe(
    "xn--pypal-4ve.example can't receive email. Check the part after the @.",
  );
});
