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

describe('a mail server that refuses at the door or for now is asked again; one that refuses the mail for good is not:', () => {
  test.for([
    ['connect', 421, 'queued', 'sent'],
    // About us or about the server, so it may pass.
    ['connect', 554, 'queued', 'sent'],
    ['sender', 451, 'queued', 'sent'],
    ['sender', 550, 'failed', 'failed'],
    ['recipient', 450, 'queued', 'sent'],
    ['recipient', 550, 'failed', 'failed'],
  ] as const)('%s, %i: %s, then %s', async ([stage, code, first, last]) => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url } });
    const recipient = 'guest@example.com';
    smtp.refusesAt = { stage, code };
    expect((await send(app, recipient)).statusCode).toBe(200);
    await until('it was refused', async () => Boolean(await errorOf(app, recipient)));
    expect(await errorOf(app, recipient)).toContain(String(code));
    expect(await states(app)).toEqual({ [recipient]: first });
    smtp.refusesAt = null;
    app.clock.advance(10_000);
    await app.outbox.work();
    await until(`it is ${last}`, async () => (await states(app))[recipient] === last);
    expect(smtp.received.length).toBe(last === 'sent' ? 1 : 0);
  });
});

test('a mail that hangs holds up nobody else', async () => {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  smtp.behaviour = 'slow';
  smtp.isSlowFor = (recipient) => recipient.startsWith('slow');
  await send(app, 'slow@example.com');
  await until('it hangs', async () => (await states(app))['slow@example.com'] === 'sending');
  for (let index = 0; index < 12; index += 1) await send(app, `guest${index}@example.com`);
  await until('the others have come', () => smtp.received.length === 12);
  expect((await states(app))['slow@example.com']).toBe('sending');
  smtp.release();
  await smtp.mail(13);
});

test('a mail server that takes connections and says nothing: no request waits for it, and mail comes when it is well', async () => {
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
  // All are answered, and nobody has even given up on the mail server.
  expect(app.logged.filter((line) => line.includes('message not sent'))).toEqual([]);
  await until('mail is on its way', () => silent.size > 0);

  await new Promise((closed) => {
    server.close(closed);
    for (const socket of silent) socket.destroy();
  });
  await smtp.open();
  await until('all have come', async () => {
    app.clock.advance(5_000);
    await app.outbox.work();
    return smtp.received.length === 15;
  });
});
