import { describe, expect, test } from 'vitest';
import { attemptSignIn, captchaToken, createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN, listening, startApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { visibleAnswer } from '../support/http-client.ts';
import { RawConnection } from '../support/raw-http.ts';
import { describedRoutes } from '../support/routes.ts';

const LOGIN = '/api/auth/login';
const PER_MINUTE = 10;

/** Counts the answers by status. */
const tally = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].sort().map((one) => [one, statuses.filter((other) => other === one).length]),
  );

/** Counts the answers to simultaneous attempts. */
async function tallyOf(attempts: readonly Promise<{ statusCode: number }>[]): Promise<Record<number, number>> {
  return tally((await Promise.all(attempts)).map(({ statusCode }) => statusCode));
}

/** A cheap attempt: the network's limit is counted before anything else. */
const attempt = (client: HttpClient, forwardedFor: string) =>
  client.request({
    method: 'POST',
    url: LOGIN,
    payload: { username: 'mira', password: 'a guess', recaptchaToken: 'none' },
    headers: { 'x-forwarded-for': forwardedFor },
  });
const ALLOWED = 400;
const REFUSED = 429;

describe('The ten tries of a network', () => {
  /** Headers that carry a client's IP address. */
  const FORGED = [
    'x-forwarded-for',
    'x-real-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'x-client-ip',
    'fastly-client-ip',
    'x-cluster-client-ip',
    'x-original-forwarded-for',
  ];

  test('Forty simultaneous guesses with forged IP addresses get ten tries', async () => {
    const app = await startApp({ env: { TRUST_PROXY: '' } });
    const port = await listening(app);
    const guesses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const recaptchaToken = await captchaToken(app);
        const body = JSON.stringify({ username: `somebody-${index}`, password: 'a guess', recaptchaToken });
        return [
          `POST ${LOGIN} HTTP/1.1`,
          'host: localhost:3000',
          'content-type: application/json',
          `content-length: ${body.length}`,
          ...FORGED.map((name) => `${name}: 203.0.113.${index}`),
          `forwarded: for=203.0.113.${index};proto=https;by=127.0.0.1`,
          '',
          body,
        ].join('\r\n');
      }),
    );
    const answers = await Promise.all(guesses.map((guess) => RawConnection.open(port).send(guess).answered()));
    expect(tally(answers.map(([answer]) => answer?.status ?? 0))).toEqual({ 401: PER_MINUTE, 429: 30 });
    // Pipelined requests are refused too.
    const pipelined = await RawConnection.open(port).send(guesses.slice(0, 10).join('')).answered(10);
    expect(tally(pipelined.map(({ status }) => status))).toEqual({ 429: 10 });
  });

  test('Behind a proxy, a client gets ten tries, however its X-Forwarded-For is forged or spelled', async () => {
    const app = await startApp();
    const client = app.client();
    const own = [
      '203.0.113.9',
      '203.0.113.9:4711',
      '::ffff:203.0.113.9',
      '[::FFFF:cb00:7109]:80',
      '::ffff:203.0.113.9%1',
    ];
    const said = (index: number) =>
      [`198.18.0.${index}`, '127.0.0.1', `2001:db8:${index}::1`, '127.0.0.1, unknown', `"198.18.1.${index}"`, ''][
        index % 6
      ];
    const attempts = Array.from({ length: 40 }, (_, index) =>
      attempt(client, `${said(index)}, ${own[index % own.length]}`),
    );
    expect(await tallyOf(attempts)).toEqual({ [ALLOWED]: PER_MINUTE, [REFUSED]: 30 });
    // Repeated headers form one list.
    const lines = await client.request({
      method: 'POST',
      url: LOGIN,
      payload: {},
      headers: { 'x-forwarded-for': ['198.18.2.1', '203.0.113.9'] as unknown as string },
    });
    expect(lines.statusCode).toBe(REFUSED);
    expect((await attempt(client, '203.0.113.10')).statusCode).toBe(ALLOWED);
  });

  test('A whole IPv6 /64 gets ten tries', async () => {
    const app = await startApp();
    const client = app.client();
    const hosts = Array.from({ length: 12 }, (_, index) => [
      `2001:db8:1:2::${index.toString(16)}`,
      `2001:DB8:1:2:${index.toString(16)}:0:0:1`,
      `[2001:0db8:0001:0002:ffff::${index.toString(16)}]:443`,
    ]).flat();
    const attempts = hosts.map((host) => attempt(client, host));
    expect(await tallyOf(attempts)).toEqual({ [ALLOWED]: PER_MINUTE, [REFUSED]: hosts.length - PER_MINUTE });
    expect((await attempt(client, '2001:db8:1:3::1')).statusCode).toBe(ALLOWED);
  });

  test('Other spellings of the route give no further tries', async () => {
    const app = await startApp({ env: { TRUST_PROXY: '' } });
    const port = await listening(app);
    const idsOf = async (lines: readonly string[]) => {
      const body = JSON.stringify({ username: 'mira', password: 'a guess', recaptchaToken: 'none' });
      const rest = `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      const answers = await Promise.all(
        lines.map((line) =>
          RawConnection.open(port).send(`${line} HTTP/1.1\r\nhost: localhost:3000\r\n${rest}`).answered(),
        ),
      );
      return answers.map(([answer]) => JSON.parse(answer?.body ?? '{}').error);
    };
    const same = [
      LOGIN,
      `${LOGIN}/`,
      `${LOGIN}?x=1`,
      `${LOGIN}?`,
      '/api/auth/%6cogin',
      '/%61pi/auth/logi%6E',
      `http://localhost:3000${LOGIN}`,
    ];
    const other = [
      '/API/auth/login',
      '/api/auth/LOGIN',
      '/api//auth/login',
      '//api/auth/login',
      '/api/auth/login//',
      '/api/auth/login;x',
      '/api/auth/login%3Bx',
      '/api/auth/login%20',
      '/api/auth/login%00',
      '/api/auth%2flogin',
      '/api/./auth/login',
      '/api/%2e/auth/login',
      '/api/x/../auth/login',
      '/api/x/%2e%2e/auth/login',
      '/api\\auth\\login',
      '/api/auth/login.json',
    ];
    // These spellings do reach the route.
    expect(await idsOf(same.map((path) => `POST ${path}`))).toEqual(same.map(() => 'captcha_refused'));
    await idsOf(Array.from({ length: PER_MINUTE - same.length }, () => `POST ${LOGIN}`));
    expect(await idsOf(same.map((path) => `POST ${path}`))).toEqual(same.map(() => 'too_many_requests'));
    for (const id of await idsOf(other.map((path) => `POST ${path}`)))
      expect(['not_found', 'malformed_request']).toContain(id);
    for (const id of await idsOf(['PUT', 'PATCH', 'GET'].map((method) => `${method} ${LOGIN}`)))
      expect(id).toBe('not_found');
  });
});

describe('The five tries of an account', () => {
  const SPELLINGS = [
    'mira',
    'MIRA',
    ' Mira ',
    'ｍｉｒａ',
    'ＭＩＲＡ',
    '\u00a0mira\u3000',
    '\ufeffmira',
    '𝓶𝓲𝓻𝓪',
    'ⓜⓘⓡⓐ',
  ];
  /** Names that look like it and are different. */
  const LOOKALIKES = ['mi\u200bra', 'mira\u00ad', '\u2060mira', 'mirа', 'míra', 'mira.', 'm1ra'];

  test('All spellings of a username share five tries, and the right password gets no other answer during the wait', async () => {
    const app = await startApp();
    await createAccount(app);
    for (const [round, ip] of ['192.0.2.7', '2001:db8:1:2::7'].entries()) {
      const guesses = SPELLINGS.map((username, index) =>
        attemptSignIn(app, app.client({ ip }), { username, password: `guess ${index}` }),
      );
      expect(await tallyOf(guesses)).toEqual({ 401: 5, 429: SPELLINGS.length - 5 });
      // The network has tries again after a minute, so the account's wait must be longer.
      await app.db.updateTable('sign_in_attempts').set({ failures: 100 }).where('blocked_until', '>', 0).execute();
      app.clock.advance(60_000);
      const next = await attemptSignIn(app, app.client({ ip }), { password: 'one more guess' });
      expect([round, next.statusCode]).toEqual([round, 401]);
      const wrong = await attemptSignIn(app, app.client({ ip }), { password: 'one more guess' });
      expect(wrong.statusCode).toBe(429);
      for (const username of SPELLINGS.slice(0, 8)) {
        const right = await attemptSignIn(app, app.client({ ip }), { username });
        expect([username, visibleAnswer(right)]).toEqual([username, visibleAnswer(wrong)]);
      }
    }
    // A look-alike is another username, so even the right password fails.
    for (const username of LOOKALIKES) {
      const answer = await attemptSignIn(app, app.client(), { username });
      expect([username, answer.statusCode, answer.json().error]).toEqual([username, 401, 'wrong_credentials']);
    }
    expect((await attemptSignIn(app, app.client(), { username: 'ＭＩＲＡ' })).statusCode).toBe(200);
  });

  test('Attempts during the wait do not prolong it, and sessions stay signed in', async () => {
    const app = await startApp();
    await createAccount(app);
    const inside = await signedIn(app);
    const ip = '192.0.2.7';
    const guess = () => attemptSignIn(app, app.client({ ip }), { password: 'a guess' });
    await guess();
    // Like after hours of guessing: the next wait is the longest one.
    await app.db.updateTable('sign_in_attempts').set({ failures: 100 }).execute();
    expect((await guess()).statusCode).toBe(401);
    expect((await guess()).headers['retry-after']).toBe('900');
    for (let minutes = 0; minutes < 15; minutes += 5) {
      expect(await tallyOf(Array.from({ length: 20 }, guess))).toEqual({ 429: 20 });
      expect((await inside.get('/api/auth/user')).statusCode).toBe(200);
      app.clock.advance(5 * 60_000);
    }
    expect((await attemptSignIn(app, app.client({ ip }))).statusCode).toBe(200);
    expect((await attemptSignIn(app, app.client(), ADMIN)).statusCode).toBe(200);
  });

  test('A stolen session has five tries over all routes that check the password', async () => {
    const app = await startApp();
    await createAccount(app, { role: 'admin' });
    const { cookieHeader: cookie } = await signedIn(app);
    const newPassword = 'a password of the thief';
    const thief = (url: string, payload: object) =>
      app.client().request({ method: 'POST', url, payload, headers: { cookie } });
    const paths = (await describedRoutes(app))
      .filter(
        ({ access, fields }) =>
          access !== 'anyone' && fields?.some((name) => /^(?:password|currentPassword)$/.test(name)),
      )
      .map(({ path }) => path);
    expect(paths).toContain('/api/auth/proof');
    const attemptAll = (password: string) =>
      paths.map((path) =>
        thief(path, path.endsWith('change-password') ? { currentPassword: password, newPassword } : { password }),
      );
    const guesses = Array.from({ length: 10 }, (_, index) => attemptAll(`guess ${index}`)).flat();
    const { 429: refused, ...verdicts } = await tallyOf(guesses);
    expect([refused, Object.values(verdicts).reduce((sum, count) => sum + count)]).toEqual([guesses.length - 5, 5]);
    expect(await tallyOf(attemptAll(PASSWORD))).toEqual({ 429: paths.length });
    const failures = app.db.selectFrom('activity').select('id').where('action', '=', 'failed_login');
    expect(await failures.execute()).toHaveLength(5);
    app.clock.advance(1_000);
    expect((await thief('/api/auth/change-password', { currentPassword: PASSWORD, newPassword })).statusCode).toBe(200);
  });
});
