import { expect, test } from 'vitest';
import type { Guest } from '../../../../contract/guests/guests.ts';
import type { DomainTimes } from '../../../../contract/verification/delivery-times.ts';
import type { CodeDelivery } from '../../../../contract/verification/verification.ts';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { reportPage } from '../../../../tests/support/guest-in-flow.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { until } from '../../../../tests/support/process.ts';
import { codeIn, TestSmtp } from '../../../../tests/support/smtp.ts';

const HOUR_MS = 60 * 60 * 1000;

/** So many guests of a domain, who took so many seconds. */
async function past(app: TestApp, domain: string, seconds: readonly number[], ageMs = 0): Promise<void> {
  const at = app.clock.now() - ageMs;
  const rows = seconds.map((took, index) => ({
    id: `${domain}-${ageMs}-${index}`,
    domain,
    verified_at: at,
    took_ms: took * 1000,
  }));
  await app.db.insertInto('mail_times').values(rows).execute();
  await app.deliveryTimes.read();
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const weatherOf = async (client: HttpClient): Promise<DomainTimes[]> =>
  (await client.get('/api/admin/mail-weather')).json();

test('Delivery times are median and slowest tenth of the last day, for domains with twenty cases', async () => {
  const app = await startApp();
  const admin = await signedIn(app, ADMIN);
  expect(await weatherOf(admin)).toEqual([]);
  await past(app, 'one-too-few.example', upTo(19));
  await past(app, 'small.example', upTo(20));
  await past(app, 'large.example', upTo(100));
  await past(app, 'yesterday.example', upTo(30), 24 * HOUR_MS);
  await past(app, 'partly.example', upTo(15), 23 * HOUR_MS);
  await past(app, 'partly.example', [200, 200, 200, 200, 200, 200]);
  expect(await weatherOf(admin)).toEqual([
    { domain: 'large.example', cases: 100, medianSeconds: 50, slowestTenthSeconds: 105 },
    { domain: 'partly.example', cases: 21, medianSeconds: 15, slowestTenthSeconds: 210 },
    { domain: 'small.example', cases: 20, medianSeconds: 10, slowestTenthSeconds: 20 },
  ]);
  app.clock.advance(2 * HOUR_MS);
  await app.deliveryTimes.read();
  expect(app.deliveryTimes.usualSeconds('partly.example')).toBe(null);
  expect(app.deliveryTimes.usualSeconds('Large.Example')).toBe(50);
});

test('Guest and staff see the delivery time, which is stored as a time and a domain only', async () => {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  await past(app, 'example.com', upTo(20));
  const admin = await signedIn(app, ADMIN);
  const guest = app.client();
  await reportPage(guest, 'Verify Code Page');
  const email = 'Mira.Secretive@Example.com';
  const send = { email };
  expect((await guest.post('/api/user/send-verification-code', send)).statusCode).toBe(200);
  const code = codeIn(await smtp.mail());
  const accepted = async () =>
    (await app.db.selectFrom('guest_verifications').select('accepted_at').executeTakeFirstOrThrow()).accepted_at;
  await until('it is written that the mail was taken', async () => (await accepted()) !== null);
  const delivery = async (): Promise<CodeDelivery> => (await guest.get('/api/guest/delivery')).json();
  await app.presence.settle();
  await until('the guest is told', async () => (await delivery()).usualSeconds === 10);
  expect((await guest.get('/api/guest/state')).json()).toMatchObject({ usualSeconds: 10 });
  const [listed] = (await admin.get('/api/admin/guests')).json() as Guest[];
  expect(listed?.mail).toMatchObject({ usualSeconds: 10 });

  app.clock.advance(42_000);
  expect((await guest.post('/api/user/verify-code', { email, code })).statusCode).toBe(200);
  await app.deliveryTimes.write();
  const rows = await app.db.selectFrom('mail_times').selectAll().where('id', 'not like', 'example.com-%').execute();
  expect(rows).toEqual([
    { id: expect.any(String), domain: 'example.com', verified_at: app.clock.now(), took_ms: 42_000 },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/mira|secretive/i);
});

test('One address is one case a day, and impossible times do not count', async () => {
  const app = await startApp();
  const { deliveryTimes: weather, clock } = app;
  const count = async () => {
    await weather.write();
    return (await app.db.selectFrom('mail_times').select('id').execute()).length;
  };
  const at = clock.now();
  for (const email of ['mira@example.com', 'MIRA@example.com', 'mira+1@example.com', 'mira+2@example.com'])
    weather.verified(email, at);
  expect(await count()).toBe(1);
  weather.verified('nobody-knows@example.com', null);
  weather.verified('clock@example.com', at + 5_000);
  weather.verified('late@example.com', at - HOUR_MS);
  expect(await count()).toBe(1);
  clock.advance(24 * HOUR_MS + 1);
  weather.verified('mira@example.com', clock.now() - 1_000);
  expect(await count()).toBe(2);
  await app.sweep();
  expect(await count()).toBe(1);
});

test('A domain in another script is one domain, however it is written', async () => {
  const app = await startApp();
  for (const [index, domain] of ['bücher.example', 'BÜCHER.example', 'xn--bcher-kva.example'].entries())
    app.deliveryTimes.verified(`guest${index}@${domain}`, app.clock.now());
  await app.deliveryTimes.write();
  const rows = await app.db.selectFrom('mail_times').select('domain').distinct().execute();
  expect(rows).toEqual([{ domain: 'xn--bcher-kva.example' }]);
  await past(app, 'xn--bcher-kva.example', upTo(20));
  expect(app.deliveryTimes.usualSeconds('bücher.example')).toBe(10);
});

test('A bounded number of domains is kept, the busy ones', async () => {
  const app = await startApp();
  await past(app, 'busy.example', upTo(25));
  const rows = upTo(320 * 20).map((index) => ({
    id: `x${index}`,
    domain: `d${Math.floor((index - 1) / 20)}.example`,
    verified_at: app.clock.now(),
    took_ms: 1_000,
  }));
  for (let from = 0; from < rows.length; from += 1_000)
    await app.db
      .insertInto('mail_times')
      .values(rows.slice(from, from + 1_000))
      .execute();
  await app.deliveryTimes.read();
  expect(app.deliveryTimes.list(1_000)).toHaveLength(300);
  expect(app.deliveryTimes.usualSeconds('busy.example')).toBe(15);
  const admin = await signedIn(app, ADMIN);
  expect(await weatherOf(admin)).toHaveLength(50);
});
