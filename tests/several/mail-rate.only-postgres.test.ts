import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { migratedDatabase } from '../support/database.ts';
import { until } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';

test('Two processes together send no more emails a minute than MAIL_RATE', async () => {
  const smtp = await TestSmtp.start();
  const database = await migratedDatabase();
  onTestFinished(() => database.remove());
  const env = { SMTP_URL: smtp.url, MAIL_RATE: '20' };
  const both = [await startApp({ env, database }), await startApp({ env, database })] as const;
  // They started at different times, and the minute must be the same for both.
  both[0].clock.advance(both[1].clock.now() - both[0].clock.now());
  const workOn = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      for (const { clock } of both) clock.advance(1_000);
      await Promise.all(both.map(({ outbox }) => outbox.work()));
    }
  };
  const count = async (state: 'sent' | 'sending') =>
    (await both[0].db.selectFrom('outbox').select('id').where('state', '=', state).execute()).length;
  const allAreWritten = () => until('none is being sent', async () => (await count('sending')) === 0);

  const asked = Array.from({ length: 30 }, (_, index) =>
    (both[index % 2] ?? both[0]).client().post('/api/user/send-verification-code', {
      email: `guest${index}@example.com`,
    }),
  );
  for (const { statusCode } of await Promise.all(asked)) expect(statusCode).toBe(200);
  await workOn(59);
  await allAreWritten();
  const first = await count('sent');
  expect(first).toBeLessThanOrEqual(20);
  expect(first).toBeGreaterThanOrEqual(16);
  expect(smtp.received).toHaveLength(first);
  // The rate is used up for both processes.
  await Promise.all(both.map(({ outbox }) => outbox.work()));
  expect(await count('sent')).toBe(first);
  await workOn(120);
  await until('all emails have arrived', () => smtp.received.length === 30);
  expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(30);
});
