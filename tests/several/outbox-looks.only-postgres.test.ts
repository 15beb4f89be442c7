import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../server/db/tables.ts';
import { startApp } from '../support/app.ts';
import { migratedDatabase } from '../support/database.ts';
import { until } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';

async function twoProcesses(env: Record<string, string>) {
  const database = await migratedDatabase();
  onTestFinished(() => database.remove());
  const both = [await startApp({ env, database }), await startApp({ env, database })] as const;
  both[0].clock.advance(both[1].clock.now() - both[0].clock.now());
  return both;
}

/** Counts how often a trigger fires. A sequence counts rolled-back updates too. */
async function counting(db: Db, when: string) {
  await sql`create sequence fired`.execute(db);
  await sql`create function fire() returns trigger language plpgsql as $$ begin
    perform nextval('fired');
    return new;
  end $$`.execute(db);
  await sql`create trigger fires before update on outbox ${sql.raw(when)} execute function fire()`.execute(db);
  return async () => {
    const { rows } = await sql<{ count: number }>`
      select case when is_called then last_value else 0 end as count from fired`.execute(db);
    return rows[0]?.count;
  };
}

test('Polling an empty outbox writes nothing', async () => {
  const both = await twoProcesses({});
  const writes = await counting(both[0].db, 'for each statement');
  for (const { clock, outbox, chat } of both) {
    clock.advance(2_000);
    await outbox.work();
    await chat.work();
  }
  expect(await writes()).toBe(0);
});

test('Emails that wait for the rate limit are not claimed repeatedly', async () => {
  const smtp = await TestSmtp.start();
  const both = await twoProcesses({ SMTP_URL: smtp.url, MAIL_RATE: '20' });
  const claims = await counting(both[0].db, `for each row when (new.state = 'sending' and old.state = 'queued')`);
  for (let index = 0; index < 20; index += 1)
    await both[0].client().post('/api/user/send-verification-code', { email: `guest${index}@example.com` });
  while (smtp.received.length < 12) {
    const before = smtp.received.length;
    await until('the next is sent', async () => {
      for (const { clock } of both) clock.advance(1_000);
      for (const { outbox } of both) await outbox.work();
      return smtp.received.length > before;
    });
  }
  // A double claim happens only if both poll at the same moment; polling by turns once claimed six times.
  expect(await claims()).toBeLessThan(2 * smtp.received.length);
});
