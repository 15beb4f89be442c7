import { describe, expect, onTestFinished, test } from 'vitest';
import { VERIFICATION_ENDED } from '../../contract/guests/messages.rules.ts';
import { MIGRATIONS } from '../../server/db/migrate.ts';
import { attemptSignIn, signedIn } from '../support/accounts.ts';
import { startApp } from '../support/app.ts';
import { startBotApi } from '../support/bot-api.ts';

import { runCommand } from '../support/command.ts';
import { reportPage } from '../support/guest-in-flow.ts';
import { until } from '../support/process.ts';
import { begunSignIn, secondStep, totpCode } from '../support/second-factor.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';
import { isThorough } from '../support/thorough.ts';
import { releasedDatabase, releases, returning, stopTimeAt } from './release.ts';
import { ADMIN, EXIT_URL, SECRET_KEY } from './story.ts';

/** Starts today's version on the data of a release, a moment after it was stopped. */
async function upgraded(version: string) {
  const { database, kept } = await releasedDatabase(version);
  stopTimeAt(kept.at);
  const smtp = await TestSmtp.start();
  const chat = await startBotApi();
  const app = await startApp({
    database,
    env: {
      SECRET_KEY,
      SMTP_URL: smtp.url,
      TELEGRAM_API_ROOT: chat.url,
      EXIT_HOSTS: new URL(EXIT_URL).host,
    },
  });
  // Cleanups run in reverse order: the app closes before its database is removed.
  onTestFinished(() => app.close());
  const mailTo = async (recipient: string) => {
    const find = () => smtp.received.find(({ to }) => to === recipient);
    await until(`email to ${recipient}`, () => {
      // Retries come at growing intervals.
      app.clock.advance(1_000);
      return find() !== undefined;
    });
    return find() as NonNullable<ReturnType<typeof find>>;
  };
  return { app, kept, chat, mailTo };
}

describe.each(releases)('The data of version %s', (version) => {
  test.runIf(isThorough())(
    `Accounts of version ${version} keep their sessions, passwords, roles and second factors`,
    async () => {
      const { app, kept } = await upgraded(version);
      const { own, temporary, suspended, helper, withApp } = kept.users;

      expect((await returning(app, kept.admin).get('/api/auth/user')).json()).toMatchObject({
        username: ADMIN.username,
      });
      expect((await returning(app, own.browser).get('/api/auth/user')).json()).toMatchObject({ firstName: 'Zoë' });

      const mira = await signedIn(app, own);
      expect((await mira.get('/api/user/profile')).json()).toMatchObject({ city: 'Graz' });
      expect((await mira.get('/api/user/check-redirect')).json()).toMatchObject({ redirect: '/terms-agreement' });

      const nele = await signedIn(app, temporary);
      expect((await nele.get('/api/auth/user')).json()).toMatchObject({ mustChangePassword: true });
      const chosen = { currentPassword: temporary.password, newPassword: 'a password of her own' };
      expect((await nele.post('/api/auth/change-password', chosen)).statusCode).toBe(200);
      await signedIn(app, { username: temporary.username, password: chosen.newPassword });

      expect((await attemptSignIn(app, app.client(), suspended)).statusCode).toBe(403);
      expect((await attemptSignIn(app, app.client(), { ...own, password: 'not hers' })).statusCode).toBe(401);

      if (helper !== null) {
        const hedda = await signedIn(app, helper);
        expect((await hedda.get('/api/auth/user')).json()).toMatchObject({ role: 'helper' });
      }
      if (withApp !== null) {
        app.clock.advance(60_000);
        const theo = await begunSignIn(app, withApp);
        const answer = await secondStep(theo, { totp: totpCode(withApp.secret, app.clock.now()) });
        expect(answer.statusCode, answer.body).toBe(200);
      }
    },
  );

  test.runIf(isThorough())(`Staff find the users, logs, settings and notifications of version ${version}`, async () => {
    const { app, kept } = await upgraded(version);
    const admin = await signedIn(app, ADMIN);
    const list = async (path: string) => (await admin.get(path)).json();

    const usernames = (await list('/api/admin/users')).map(({ username }: { username: string }) => username);
    expect(usernames).toEqual(expect.arrayContaining(['admin', 'mira', 'nele', 'pia', 'theo']));
    expect(usernames).not.toContain(kept.users.deleted);
    expect(await list(`/api/admin/users?q=${encodeURIComponent('ångström')}`)).toMatchObject([{ username: 'mira' }]);
    expect(await list(`/api/admin/users/${kept.users.own.id}/details`)).toMatchObject({ password: { state: 'own' } });

    const log = await list('/api/admin/activity?limit=1000');
    const actions = new Set(log.map(({ action }: { action: string }) => action));
    expect([...actions]).toEqual(expect.arrayContaining(['login', 'page_view', 'admin_redirect', 'profile_update']));
    expect(JSON.stringify(log)).toContain(kept.users.deleted);
    expect((await list('/api/admin/audit')).length).toBeGreaterThan(0);

    expect(await list('/api/admin/settings')).toMatchObject({
      exitUrl: EXIT_URL,
      exitMessage: 'Thank you, that was all.',
      telegramChatId: '-1001234567890',
      telegramBotToken: expect.stringMatching(/^•+$/),
      notUsed: [],
    });
    expect((await list('/api/admin/notifications')).length).toBeGreaterThan(0);
    const redirects = await list('/api/admin/redirects');
    expect(redirects).toContainEqual(expect.objectContaining({ userId: kept.users.own.id, isPersistent: true }));
  });

  test(`Guests of version ${version} continue where they were`, async () => {
    const { app, kept, mailTo } = await upgraded(version);
    const { confirmed, hasCode, waitsForMail, prompted, redirected } = kept.guests;

    const finish = async (guest: typeof hasCode, code: string) => {
      const client = returning(app, guest);
      expect((await client.get('/api/guest/state')).json()).toMatchObject({ email: guest.email });
      const answer = await client.post('/api/user/verify-code', { email: guest.email, code });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    await finish(hasCode, hasCode.code as string);
    await finish(waitsForMail, codeIn(await mailTo(waitsForMail.email)));
    const admin = await signedIn(app, ADMIN);
    const verified = (await admin.get('/api/admin/verified')).json();
    const emails = verified.map(({ email }: { email: string }) => email);
    expect(emails).toEqual(expect.arrayContaining([hasCode.email, waitsForMail.email]));
    expect((await returning(app, confirmed).get('/api/guest/state')).json()).toMatchObject({
      confirmed: { exitUrl: EXIT_URL },
    });
    expect((await returning(app, prompted).get('/api/guest/check-prompt')).json()).toMatchObject({
      showPrompt: true,
      message: 'Please enter the code that we have sent you.',
    });
    expect((await returning(app, redirected).get('/api/guest/check-redirect')).json()).toMatchObject({
      redirect: EXIT_URL,
      message: VERIFICATION_ENDED,
    });
    await reportPage(returning(app, prompted), 'Verify Code Page');
    await app.presence.settle();
    expect((await admin.get('/api/admin/guests')).json()).toContainEqual(
      expect.objectContaining({ ipAddress: prompted.ip, page: 'Verify Code Page' }),
    );
  });

  test.runIf(isThorough())(`Queued emails and chat messages of version ${version} are sent`, async () => {
    const { app, kept, chat, mailTo } = await upgraded(version);
    const { temporary } = kept.users;
    expect((await mailTo(temporary.email)).text).toContain(temporary.password);
    await mailTo(kept.guests.waitsForMail.email);
    await until('the chat gets its queued messages', () => {
      app.clock.advance(1_000);
      return chat.requests.length > 0;
    });
    for (const { text } of chat.requests) expect(text).not.toContain(temporary.password);
  });

  test(`All migrations run on the data of version ${version}, and the audit trail stays intact`, async () => {
    const { app, kept } = await upgraded(version);
    const applied = await app.db
      .selectFrom('kysely_migration' as never)
      .select('name' as never)
      .execute();
    expect(applied.map(({ name }) => name).sort()).toEqual([...MIGRATIONS].sort());
    await until('all entries are linked', async () => {
      const { count } = await app.db
        .selectFrom('audit_waiting')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count === 0;
    });
    await app.close();
    const { code, stdout, stderr } = await runCommand('audit', ['verify'], { ...app.database.env, SECRET_KEY });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain(kept.users.temporary.password);
  });
});
