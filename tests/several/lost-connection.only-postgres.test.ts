import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { VERIFICATION_ENDED } from '../../contract/guests/messages.rules.ts';
import { COMMAND_LINE } from '../../server/features/users/changes.ts';
import { postgresBus } from '../../server/live/postgres-bus.ts';
import { createLog } from '../../server/process/log.ts';
import { visitorAt } from '../../server/visitor/visitor.ts';
import { createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';
import { TestSmtp } from '../support/smtp.ts';
import { databaseBehindProxy } from '../support/tcp-proxy.ts';

detail('The bus notices a silent connection, reconnects and reports a gap', async () => {
  const { proxy, database, throughProxy } = await databaseBehindProxy();
  const pool = new pg.Pool({ connectionString: database.env.DATABASE_URL });
  // Its idle connections may still be open when the database is dropped.
  pool.on('error', () => undefined);
  const bus = await postgresBus(pool, throughProxy.env.DATABASE_URL, createLog('silent'));
  onTestFinished(async () => {
    await bus.close();
    await pool.end();
  });
  const heard: string[] = [];
  bus.subscribe('session-ended', (id) => heard.push(id));
  bus.onGap(() => heard.push('gap'));
  expect(bus.healthy).toBe(true);
  proxy.stall();
  await until('the bus is unhealthy', () => !bus.healthy);
  await until('the bus is healthy again', () => bus.healthy);
  // Unknown messages on the channel are ignored.
  await pool.query(`notify gatehouse, 'nonsense'`);
  await pool.query(`notify gatehouse, '{"from":"another","items":[["session-ended","a-session"]]}'`);
  await until('messages arrive again', () => heard.length === 2);
  expect(heard).toEqual(['gap', 'a-session']);
});

test('A process without the bus reads prompts and redirects from the database', async () => {
  const { proxy, throughProxy } = await databaseBehindProxy();
  const app = await startApp({ database: throughProxy });
  const { db, messages } = app;
  const actor = { ...COMMAND_LINE, userId: 'the-admin', visitor: visitorAt('127.0.0.1', 'Firefox') };
  const [prompted, redirected, leaving] = [app.client(), app.client(), app.client()];
  await messages.prompt({ ipAddress: prompted.ip }, 'email', actor);
  await messages.redirect({ ipAddress: redirected.ip }, { destination: '/user/verify-code', persistent: true }, actor);
  await messages.redirect({ ipAddress: leaving.ip }, { destination: 'https://example.com', persistent: true }, actor);
  const { id } = await createAccount(app);
  const user = await signedIn(app);
  const admin = await signedIn(app, ADMIN);
  await admin.post('/api/admin/redirects', { userId: id, destinationPath: '/terms-agreement', isPersistent: true });
  const polls = async () => {
    const answers = [
      await prompted.get('/api/guest/check-prompt'),
      await redirected.get('/api/guest/check-redirect'),
      await leaving.get('/api/guest/check-redirect'),
      await user.get('/api/user/check-redirect'),
    ];
    return answers.map((answer) => answer.json().message ?? answer.json().redirect ?? null);
  };
  expect(await polls()).toEqual([
    'Please enter your email',
    '/user/verify-code',
    VERIFICATION_ENDED,
    '/terms-agreement',
  ]);

  // Another process withdraws everything, and this one cannot hear it.
  await db.insertInto('settings').values({ name: 'exitUrl', value: 'https://example.org' }).execute();
  proxy.refuseNew();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'gatehouse bus'`.execute(db);
  await db
    .deleteFrom('guest_messages')
    .where(({ eb, or }) => or([eb('target', 'is', null), eb('target', '!=', 'https://example.com')]))
    .execute();
  await db.deleteFrom('redirects').execute();
  await until('nothing is delivered any more', async () => (await polls()).every((answer) => answer === null));
});

test('An email delivered during a database outage is not sent again', async () => {
  const { proxy, throughProxy } = await databaseBehindProxy();
  const smtp = await TestSmtp.start();
  const app = await startApp({ database: throughProxy, env: { SMTP_URL: smtp.url } });
  smtp.behaviour = 'slow';
  await app.client().post('/api/user/send-verification-code', { email: 'guest@example.com' });
  await until('the email is being sent', () => smtp.waiting === 1);
  await proxy.cut();
  smtp.release();
  await smtp.mail();
  await until('the result could not be written', () =>
    app.logged.some((line) => line.includes('result of a delivery not saved')),
  );
  await proxy.open();
  const outcome = () => app.db.selectFrom('outbox').select(['state', 'attempts']).execute();
  await until('the result is written', async () => (await outcome())[0]?.state === 'sent');
  expect([await outcome(), smtp.received.length]).toEqual([[{ state: 'sent', attempts: 1 }], 1]);
});
