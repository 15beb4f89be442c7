import { describe, expect, test } from 'vitest';
import type { Guest } from '../../contract/guests/guests.ts';
import { RE_LOGIN_PATH } from '../../contract/redirects/redirects.rules.ts';
import { attemptSignIn, captchaToken, createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { until } from '../support/process.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const HOUR = 60 * 60_000;
const JUMPS = [
  ['forward an hour', HOUR],
  ['back an hour', -HOUR],
] as const;

const whoAmI = async (client: HttpClient) => (await client.get('/api/auth/user')).statusCode;
const guess = (app: TestApp) => attemptSignIn(app, app.client({ ip: '192.0.2.7' }), { password: 'a guess' });

describe.for(JUMPS)('A clock that jumps %s', ([name, jump]) => {
  test(`Sessions expire when the clock jumps ${name}, and everyone can sign in again at once`, async () => {
    const app = await startApp();
    const { id: userId } = await createAccount(app);
    const [used, forgotten] = [await signedIn(app, ADMIN), await signedIn(app, ADMIN)];
    const redirect = { userId, destinationPath: RE_LOGIN_PATH, isPersistent: true };
    expect((await used.post('/api/admin/redirects', redirect)).statusCode).toBe(200);
    app.clock.advance(jump);
    expect(await whoAmI(used)).toBe(401);
    const again = await signedIn(app);
    expect(await whoAmI(again)).toBe(200);
    // A redirect to sign in again is done by the new sign-in.
    expect((await again.get('/api/user/check-redirect')).json()).toMatchObject({ redirect: null });
    // Both sessions stay expired when the clock jumps back, even the one that was not used meanwhile.
    await app.sweep();
    app.clock.advance(-jump);
    expect([await whoAmI(used), await whoAmI(forgotten)]).toEqual([401, 401]);
  });

  test(`Codes expire when the clock jumps ${name}, and the next one works for its 300 seconds`, async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url } });
    const guest = app.client();
    const email = 'guest@example.com';
    const ask = () => guest.post('/api/user/send-verification-code', { email });
    const enter = (code: string) => guest.post('/api/user/verify-code', { email, code });
    // Up to the rate limit, which must not outlast the jump either.
    for (let mails = 1; mails <= 3; mails += 1) {
      expect((await ask()).statusCode).toBe(200);
      await smtp.mail(mails);
    }
    expect((await ask()).statusCode).toBe(429);
    const before = codeIn(await smtp.mail(3));
    app.clock.advance(jump);
    expect((await guest.get('/api/guest/state')).json().codeRemainingMs).toBe(0);
    const refused = await enter(before);
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'Your verification code has expired. Please request a new one.',
    ]);
    expect((await ask()).statusCode).toBe(200);
    const fresh = codeIn(await smtp.mail(4));
    app.clock.advance(299_000);
    expect((await guest.post('/api/guest/submit-code', { email, code: fresh })).statusCode).toBe(200);
    expect((await enter(fresh)).statusCode).toBe(200);
    // The page never shows more processing time than there is.
    app.clock.advance(-jump);
    expect((await guest.get('/api/guest/state')).json().processing.remainingMs).toBeLessThanOrEqual(15_000);
  });

  test(`Rate limits and delays do not last longer when the clock jumps ${name}`, async () => {
    const app = await startApp();
    await createAccount(app);
    const admin = await signedIn(app, ADMIN);
    const network = app.client();
    for (let tries = 0; tries < 10; tries += 1) await attemptSignIn(app, network, { username: `nobody${tries}` });
    expect((await attemptSignIn(app, network, { username: 'nobody' })).statusCode).toBe(429);
    // This limit is counted in the memory of each process.
    const checkToken = () => network.post('/api/auth/validate-verification-token', { token: 'none' });
    for (let tries = 0; tries < 20; tries += 1) await checkToken();
    expect((await checkToken()).statusCode).toBe(429);
    const redirect = (client: HttpClient) =>
      client.post('/api/admin/redirects', {
        guestIp: '203.0.113.5',
        isGuestRedirect: true,
        destinationPath: '/user/verify-code',
      });
    expect([(await redirect(admin)).statusCode, (await redirect(admin)).statusCode]).toEqual([200, 429]);
    for (let failures = 0; failures < 5; failures += 1) expect((await guess(app)).statusCode).toBe(401);
    expect((await guess(app)).statusCode).toBe(429);

    app.clock.advance(jump);
    expect((await attemptSignIn(app, network, { username: 'nobody' })).statusCode).toBe(401);
    expect((await checkToken()).statusCode).not.toBe(429);
    expect((await redirect(await signedIn(app, ADMIN))).statusCode).toBe(200);
    // Earlier failures still count: one guess is free, the next one has to wait as usual.
    expect((await guess(app)).statusCode).toBe(401);
    const delayed = await guess(app);
    expect([delayed.statusCode, delayed.headers['retry-after']]).toEqual([429, '2']);
  });

  test(`Captchas expire when the clock jumps ${name}, and a used one stays used`, async () => {
    const app = await startApp();
    const signIn = (recaptchaToken: string) => app.client().post('/api/auth/login', { ...ADMIN, recaptchaToken });
    const [used, unused] = [await captchaToken(app), await captchaToken(app)];
    expect((await signIn(used)).statusCode).toBe(200);
    app.clock.advance(jump);
    expect((await signIn(unused)).json().error).toBe('captcha_refused');
    await app.sweep();
    app.clock.advance(-jump);
    expect((await signIn(used)).json().error).toBe('captcha_refused');
    expect((await signIn(await captchaToken(app))).statusCode).toBe(200);
  });

  test(`An email that waits for its next attempt is sent at once when the clock jumps ${name}`, async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url } });
    const admin = await signedIn(app, ADMIN);
    await smtp.close();
    await admin.post('/api/admin/users', { username: 'mira', email: 'mira@example.com', sendByMail: true });
    const row = () => app.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    await until('an attempt has failed', async () => (await row()).error !== null);
    await smtp.open();
    app.clock.advance(jump);
    await app.outbox.work();
    await smtp.mail();
    await until('the email is sent', async () => (await row()).state === 'sent');
  });

  test(`Presence, notifications and health checks stay right when the clock jumps ${name}`, async () => {
    const app = await startApp();
    const view = (client: HttpClient, page: string) => client.post('/api/guest/log-activity', { page });
    const [stays, leaves] = [app.client(), app.client()];
    for (const guest of [stays, leaves]) await view(guest, 'Email Entry Page');
    await app.presence.settle();
    await app.notifications.settle();
    const health = async () => {
      expect((await app.client().get('/healthz')).statusCode).toBe(200);
      const { beat_at } = await app.db.selectFrom('heartbeat').selectAll().executeTakeFirstOrThrow();
      return beat_at === app.clock.now();
    };
    expect(await health()).toBe(true);

    app.clock.advance(jump);
    // The health check asks the database instead of trusting an earlier or later result.
    expect(await health()).toBe(true);
    await view(stays, 'Verify Code Page');
    await app.presence.settle();
    await app.notifications.settle();
    const admin = await signedIn(app, ADMIN);
    const guests = async (client: HttpClient) =>
      Object.fromEntries(
        (await client.get('/api/admin/guests'))
          .json()
          .map(({ ipAddress, presence, page }: Guest) => [ipAddress, [presence, page]]),
      );
    const expected = { [stays.ip]: ['here', 'Verify Code Page'], [leaves.ip]: ['gone', 'Email Entry Page'] };
    expect(await guests(admin)).toEqual(expected);
    const counts = (await admin.get('/api/admin/notifications?type=page_view')).json();
    expect(counts.map(({ count }: { count: number }) => count)).toEqual([1, 1, 1]);

    await app.close();
    const next = await startApp({ database: app.database });
    next.clock.advance(app.clock.now() - next.clock.now());
    expect(await guests(await signedIn(next, ADMIN))).toEqual(expected);
  });
});
