import { expect, test } from 'vitest';
import { signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../tests/support/app.ts';
import { until } from '../../../tests/support/process.ts';
import { codeIn, TestSmtp } from '../../../tests/support/smtp.ts';

async function portal(offersUtf8 = true) {
  const smtp = await TestSmtp.start();
  if (!offersUtf8) {
    await smtp.close();
    smtp.offersUtf8 = false;
    await smtp.open();
  }
  return { smtp, app: await startApp({ env: { SMTP_URL: smtp.url } }) };
}

const mailIn = (app: TestApp) =>
  app.db.selectFrom('outbox').select(['state', 'error', 'recipient']).orderBy('id').execute();

test('An address with a domain in another script is one address, however it is typed', async () => {
  const { app, smtp } = await portal(false);
  const client = app.client();
  const typed = ['anna@bücher.example', 'Anna@BÜCHER.example', 'anna@xn--bcher-kva.example'];
  for (const [index, email] of typed.entries()) {
    expect((await client.post('/api/user/send-verification-code', { email })).statusCode).toBe(200);
    await smtp.mail(index + 1);
  }
  // The test's own server turns it back into letters in the envelope; the header is as it came.
  expect(smtp.received.map(({ to }) => to.toLowerCase())).toEqual(Array(3).fill('anna@xn--bcher-kva.example'));
  // The limits of the address and of the network are used up by these three.
  const fourth = await client.post('/api/user/send-verification-code', { email: 'anna@bu\u0308cher.example' });
  expect(fourth.statusCode).toBe(429);
  const code = codeIn(smtp.received[2] as (typeof smtp.received)[number]);
  const verified = await client.post('/api/user/verify-code', { email: 'anna@bücher.example', code });
  expect(verified.statusCode).toBe(200);
  const kept = await app.db.selectFrom('verified_addresses').select('email').execute();
  expect(kept).toEqual([{ email: 'anna@xn--bcher-kva.example' }]);
});

test('Staff find an address in another script and see it masked; its owner sees it whole', async () => {
  const { app, smtp } = await portal();
  const client = app.client();
  await client.post('/api/guest/submit-email', { email: 'анна@почта.рф' });
  await client.post('/api/user/send-verification-code', { email: 'анна@почта.рф' });
  await smtp.mail();
  expect((await client.get('/api/guest/state')).json().email).toBe('анна@почта.рф');
  const admin = await signedIn(app, ADMIN);
  const q = encodeURIComponent('анна@ПОЧТА.рф');
  const [entry] = (await admin.get(`/api/admin/activity?q=${q}`)).json();
  expect(entry.details.email).toBe('…@….x…i');
  expect(app.logged.join('\n')).not.toMatch(/анна|почта|80a1acny/);
});

test('An email to a name in another script is sent where the mail server offers SMTPUTF8', async () => {
  const { app, smtp } = await portal();
  await app.client().post('/api/user/send-verification-code', { email: 'анна@example.com' });
  expect((await smtp.mail()).recipients).toEqual(['анна@example.com']);
});

test('Without SMTPUTF8 such an email is rejected with a reason and never sent mangled', async () => {
  const { app, smtp } = await portal(false);
  const client = app.client();
  await client.post('/api/user/send-verification-code', { email: 'анна@example.com' });
  await until('it was refused', async () => (await mailIn(app))[0]?.state === 'failed');
  const state = (await client.get('/api/guest/state')).json();
  expect(state.mail).toMatchObject({ step: 'refused', reason: 'no_smtputf8' });
  expect(smtp.received).toHaveLength(0);
  // The others get their mail as ever.
  await app.client().post('/api/user/send-verification-code', { email: 'bert@example.com' });
  expect((await smtp.mail()).recipients).toEqual(['bert@example.com']);
});

test('Such an email waits while the mail server is away', async () => {
  const { app, smtp } = await portal();
  await smtp.close();
  await app.client().post('/api/user/send-verification-code', { email: 'анна@example.com' });
  await until('the first try has failed', async () => (await mailIn(app))[0]?.error != null);
  expect((await mailIn(app))[0]?.state).toBe('queued');
  await smtp.open();
  app.clock.advance(60_000);
  await app.outbox.work();
  expect((await smtp.mail()).recipients).toEqual(['анна@example.com']);
});
