import { expect, inject, onTestFinished, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { newDatabase } from '../support/database.ts';
import { detail } from '../support/detail.ts';
import { startServer, until } from '../support/process.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';
import { Visitor } from '../support/visitor.ts';

test('An email that was not sent before a kill is sent once after the restart', async () => {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const smtp = await TestSmtp.start();
  await smtp.close();
  const env = { ...database.env, SMTP_URL: smtp.url };
  const first = await startServer(env);
  const answer = await fetch(`${first.url}/api/user/send-verification-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'guest@example.com' }),
  });
  expect(answer.status).toBe(200);
  const cookie = String(answer.headers.get('set-cookie')).split(';', 1)[0] as string;
  await until('an attempt has failed', () => first.output().includes('message not sent'));
  first.kill('SIGKILL');
  await first.exited;

  await smtp.open();
  const second = await startServer(env);
  const code = codeIn(await smtp.mail());
  const verified = await fetch(`${second.url}/api/user/verify-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ email: 'guest@example.com', code }),
  });
  expect(await verified.json()).toEqual({ success: true });
  second.kill('SIGTERM');
  await second.exited;
  expect(smtp.received).toHaveLength(1);
});

if (inject('database') === 'sqlite') {
  detail(
    'An email whose acceptance was not recorded before a kill is sent again, and its code works once',
    async () => {
      const database = await newDatabase();
      onTestFinished(() => database.remove());
      const smtp = await TestSmtp.start();
      smtp.behaviour = 'accept-in-silence';
      const env = { ...database.env, SMTP_URL: smtp.url };
      const first = await startServer(env);
      const guest = new Visitor(1, () => [first.url]);
      const email = 'guest@example.com';
      expect((await guest.ask('POST', '/api/user/send-verification-code', { email })).status).toBe(200);
      const code = codeIn(await smtp.mail());
      first.kill('SIGKILL');
      await first.exited;

      smtp.behaviour = 'accept';
      const second = await startServer(env);
      expect(codeIn(await smtp.mail(2))).toBe(code);
      const returning = new Visitor(1, () => [second.url]);
      returning.cookies.set('guest', guest.cookies.get('guest') as string);
      const enter = () => returning.ask('POST', '/api/user/verify-code', { email, code });
      expect([(await enter()).status, (await enter()).status]).toEqual([200, 400]);
      second.kill('SIGTERM');
      await second.exited;
      expect(smtp.received).toHaveLength(2);
    },
  );
}

if (inject('database') === 'postgres') {
  test('Two processes never send the same email', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const smtp = await TestSmtp.start();
    const options = { database, env: { SMTP_URL: smtp.url } };
    const [one, two] = [await startApp(options), await startApp(options)];
    for (let index = 0; index < 30; index += 1) {
      await one.client().post('/api/user/send-verification-code', { email: `guest${index}@example.com` });
      if (index % 3 === 0) await Promise.all([one.outbox.work(), two.outbox.work(), two.outbox.work()]);
    }
    await until('all emails have arrived', () => smtp.received.length >= 30);
    await Promise.all([one.outbox.work(), two.outbox.work()]);
    expect(smtp.received).toHaveLength(30);
  });
}
