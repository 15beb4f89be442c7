import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { until } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';

const send = (app: TestApp, email: string) => app.client().post('/api/user/send-verification-code', { email });
const states = async (app: TestApp) => {
  const rows = await app.db.selectFrom('outbox').select(['recipient', 'state']).execute();
  return Object.fromEntries(rows.map(({ recipient, state }) => [recipient, state]));
};
const errorOf = async (app: TestApp, recipient: string) =>
  (await app.db.selectFrom('outbox').select('error').where('recipient', '=', recipient).executeTakeFirst())?.error;

describe('A rejection by the mail server', () => {
  test.for([
    ['connect', 421, 'queued', 'sent'],
    // At this stage, a 5xx may be temporary.
    ['connect', 554, 'queued', 'sent'],
    ['sender', 451, 'queued', 'sent'],
    ['sender', 550, 'failed', 'failed'],
    ['recipient', 450, 'queued', 'sent'],
    ['recipient', 550, 'failed', 'failed'],
  ] as const)('An email rejected at %s with %i is %s, and %s after a retry', async ([stage, code, first, last]) => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url } });
    const recipient = 'guest@example.com';
    smtp.refusesAt = { stage, code };
    expect((await send(app, recipient)).statusCode).toBe(200);
    await until('the email was rejected', async () => Boolean(await errorOf(app, recipient)));
    expect(await errorOf(app, recipient)).toContain(String(code));
    expect(await states(app)).toEqual({ [recipient]: first });
    smtp.refusesAt = null;
    app.clock.advance(10_000);
    await app.outbox.work();
    await until(`the email is ${last}`, async () => (await states(app))[recipient] === last);
    expect(smtp.received.length).toBe(last === 'sent' ? 1 : 0);
  });
});

test('An email that hangs does not delay others', async () => {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  smtp.behaviour = 'slow';
  smtp.isSlowFor = (recipient) => recipient.startsWith('slow');
  await send(app, 'slow@example.com');
  await until('the email hangs', async () => (await states(app))['slow@example.com'] === 'sending');
  for (let index = 0; index < 12; index += 1) await send(app, `guest${index}@example.com`);
  await until('the other emails have arrived', () => smtp.received.length === 12);
  expect((await states(app))['slow@example.com']).toBe('sending');
  await until('the server holds it', () => smtp.waiting === 1);
  smtp.release();
  await smtp.mail(13);
});

test('A silent mail server blocks no request, and emails are sent once it recovers', async () => {
  const smtp = await TestSmtp.start();
  await smtp.close();
  const silent = new Set<Socket>();
  const server = createServer((socket) => silent.add(socket.on('error', () => undefined)));
  await new Promise<void>((listening) => server.listen(smtp.port, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
  });
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  for (let index = 0; index < 15; index += 1) {
    expect((await send(app, `guest${index}@example.com`)).statusCode).toBe(200);
  }
  // All requests are answered before an attempt to send times out.
  expect(app.logged.filter((line) => line.includes('message not sent'))).toEqual([]);
  await until('an email is being sent', () => silent.size > 0);

  await new Promise((closed) => {
    server.close(closed);
    for (const socket of silent) socket.destroy();
  });
  await smtp.open();
  await until('all emails have arrived', async () => {
    app.clock.advance(5_000);
    await app.outbox.work();
    return smtp.received.length === 15;
  });
});
