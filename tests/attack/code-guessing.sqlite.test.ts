import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { captchaToken } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const EMAIL = 'guest@example.com';
const HOUR_MS = 60 * 60 * 1000;

async function portal(env: Record<string, string> = {}) {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url, ...env } });
  /** A browser and the code that was emailed to its address. */
  const browserWithCode = async (email = EMAIL, recaptchaToken?: string) => {
    const client = app.client();
    const before = smtp.received.length;
    const body = { email, recaptchaToken };
    expect((await client.post('/api/user/send-verification-code', body)).statusCode).toBe(200);
    return { client, code: codeIn(await smtp.mail(before + 1)) };
  };
  return { app, smtp, browserWithCode };
}

const send = (client: HttpClient, email: string, path = '/api/user/send-verification-code') =>
  client.post(path, { email });
const verify = (client: HttpClient, code: string, email = EMAIL) =>
  client.post('/api/user/verify-code', { email, code });
const wrongCodes = (code: string, count: number) =>
  Array.from({ length: count }, (_, index) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'));

describe('Tries', () => {
  test('Thirty simultaneous guesses get three tries, and a resend adds only one for its new code', async () => {
    const { app, smtp, browserWithCode } = await portal();
    const { client, code } = await browserWithCode();
    const answers = await Promise.all(wrongCodes(code, 30).map((wrong) => verify(client, wrong)));
    const sentences = answers.map((answer) => answer.json().message as string);
    const count = (words: RegExp) => sentences.filter((sentence) => words.test(sentence)).length;
    // Ten guesses count for the address. Three of them are compared, and the third one ends the code.
    expect([count(/2 tries left/), count(/1 try left/), count(/Too many wrong/), count(/Too many attempts/)]).toEqual([
      1, 1, 8, 20,
    ]);
    expect((await verify(client, code)).statusCode).toBe(429);

    expect((await send(client, EMAIL, '/api/guest/resend-code')).statusCode).toBe(200);
    const second = codeIn(await smtp.mail(2));
    // The first try of the new code is compared, the second one is not.
    const [wrong = ''] = wrongCodes(second, 1);
    expect((await verify(client, wrong)).statusCode).toBe(400);
    expect((await verify(client, second)).statusCode).toBe(429);
    app.clock.advance(HOUR_MS);
    expect((await send(client, EMAIL)).statusCode).toBe(200);
    expect((await verify(client, codeIn(await smtp.mail(3)))).statusCode).toBe(200);
  });

  test('An address has thirty tries an hour and one for each code, across browsers and spellings', async () => {
    const { app, browserWithCode } = await portal();
    const spellings = [EMAIL, 'GUEST@EXAMPLE.COM', 'Guest@Example.com', ' guest@example.com ', 'guest+a@example.com'];
    const guesses = [];
    for (let index = 0; index < 14; index += 1) {
      const email = spellings[index % 5] as string;
      const { client, code } = await browserWithCode(email, await captchaToken(app));
      guesses.push(...wrongCodes(code, 3).map((wrong) => () => verify(client, wrong, email)));
    }
    const statuses = (await Promise.all(guesses.map((guess) => guess()))).map(({ statusCode }) => statusCode);
    const compared = statuses.filter((status) => status === 400).length;
    expect(statuses).toHaveLength(42);
    expect(statuses.filter((status) => status === 429)).toHaveLength(42 - compared);
    // Beyond thirty, only the first try of each code is compared.
    expect(compared).toBeGreaterThanOrEqual(30);
    expect(compared).toBeLessThanOrEqual(30 + 14);
    for (const guess of guesses.slice(0, 3)) expect((await guess()).statusCode).toBe(429);
  });
});

describe('A code', () => {
  test('A code does not work with a forged guest cookie, and forgeries use up no tries', async () => {
    const { app, browserWithCode } = await portal();
    const { client, code } = await browserWithCode();
    const own = client.cookies.get('guest') as string;
    const [id, until, mac] = own.split('.') as [string, string, string];
    const signedWith = (key: string) => createHmac('sha256', key).update(`${id}.${until}`).digest('base64url');
    const stranger = (await browserWithCode('stranger@example.com')).client.cookies.get('guest') as string;
    const forged = {
      'no signature': `${id}.${until}`,
      'an empty signature': `${id}.${until}.`,
      'a signature with an empty key': `${id}.${until}.${signedWith('')}`,
      'a signature with a guessed key': `${id}.${until}.${signedWith('guest-cookie')}`,
      'the signature of another browser': `${id}.${until}.${stranger.split('.')[2]}`,
      'a truncated signature': own.slice(0, -1),
      'letters of the signature in the other case': `${id}.${until}.${mac.toLowerCase()}`,
      'a signature of more bytes than characters': `${id}.${until}.${'é'.repeat(mac.length)}`,
      'another time': `${id}.${Number(until) + 1}.${mac}`,
      'the id alone': id,
      'nothing at all': '',
      'the cookie of another browser before it': `${stranger}; guest=${own}`,
    };
    for (const [name, cookie] of Object.entries(forged)) {
      const headers = { cookie: `guest=${cookie}` };
      const payload = { email: EMAIL, code };
      const answer = await app.client().request({ method: 'POST', url: '/api/user/verify-code', payload, headers });
      expect([name, answer.statusCode, answer.json().error]).toEqual([name, 400, 'code_refused']);
    }
    expect((await verify(client, code)).statusCode).toBe(200);
  });

  test('A used code and an invented code are refused in every browser', async () => {
    const { app, browserWithCode } = await portal();
    const { client, code } = await browserWithCode();
    const waiting = (await browserWithCode()).client;
    expect((await verify(client, code)).statusCode).toBe(200);
    const replays = [client, app.client(), app.client({ ip: client.ip })].map((browser) => verify(browser, code));
    for (const answer of await Promise.all(replays)) expect(answer.json().error).toBe('code_refused');
    // The other browser's code is the same one time in a million.
    expect((await verify(waiting, code)).json().message).toMatch(/2 tries left/);

    const nobody = app.client();
    const invented = ['000000', '123456', '１２３４５６', 'null00', 'undefined', "' or 1=1 --", '%%%%%%', '******'];
    for (const text of invented) expect([text, (await verify(nobody, text)).statusCode]).toEqual([text, 400]);
  });
});

describe('Emails caused by strangers', () => {
  const emailsIn = (app: TestApp) => app.db.selectFrom('outbox').select('id').where('channel', '=', 'mail').execute();

  const registration = (app: TestApp, email: string) => async (client: HttpClient) =>
    client.post('/api/auth/register', {
      username: email.split('@')[0],
      password: 'a password of mine',
      email,
      firstName: 'Nina',
      lastName: 'Berg',
      recaptchaToken: await captchaToken(app),
    });

  test('A whole /64 network gets three emails a minute, over all routes together', async () => {
    const { app } = await portal({ SELF_REGISTRATION: 'true' });
    const attempts = Array.from({ length: 8 }, (_, index) => [
      (client: HttpClient) => send(client, `a${index}@example.com`),
      (client: HttpClient) => send(client, `b${index}@example.com`, '/api/guest/resend-code'),
      registration(app, `c${index}@example.com`),
    ]).flat();
    const answers = await Promise.all(
      attempts.map((attempt, index) => attempt(app.client({ ip: `2001:db8:1:2:${index.toString(16)}::1` }))),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...Array(3).fill(200), ...Array(21).fill(429)]);
    expect(await emailsIn(app)).toHaveLength(3);
  });

  test('An address gets ten emails an hour, whatever its case or tag, and an invalid address gets none', async () => {
    const { app } = await portal();
    const cases = Array.from({ length: 20 }, (_, index) =>
      [...(index % 2 ? EMAIL : `guest+${index}@example.com`)]
        .map((letter, at) => ((index >> (at % 5)) & 1 ? letter.toUpperCase() : letter))
        .join(''),
    );
    const answers = await Promise.all(cases.map((email) => send(app.client(), email)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
    for (const email of [
      'guest@example.com.',
      'guest@example.com, other@example.com',
      'Guest <guest@example.com>',
      '"guest"@example.com',
      'guest(comment)@example.com',
      'ｇｕｅｓｔ@example.com',
      'guest\u200b@example.com',
      'guest@example.com\r\nbcc: other@example.com',
      'guest@[192.0.2.1]',
      'guest@localhost',
    ])
      expect([email, (await send(app.client(), email)).statusCode]).toEqual([email, 400]);
    // A full-width letter in the domain makes no difference.
    expect((await send(app.client(), 'guest@ｅxample.com')).statusCode).toBe(429);
    // Dots make another address: not every mail server ignores them.
    expect((await send(app.client(), 'g.uest@example.com')).statusCode).toBe(200);
    expect(await emailsIn(app)).toHaveLength(11);
  });
});

describe('The code of a registration', () => {
  const nina = {
    username: 'nina',
    password: 'a password of mine',
    email: 'nina@example.com',
    firstName: 'Nina',
    lastName: 'Berg',
  };

  test('A registration code sent twenty times at once creates one account, and guesses have ten tries a minute', async () => {
    const { app, smtp } = await portal({ SELF_REGISTRATION: 'true' });
    const browser = app.client();
    await browser.post('/api/auth/register', { ...nina, recaptchaToken: await captchaToken(app) });
    const code = /([A-Za-z\d]{4}-){3}[A-Za-z\d]{4}/.exec((await smtp.mail()).text)?.[0] as string;
    const verifyEmail = (client: HttpClient, token: string) => client.post('/api/auth/verify-email', { token });
    const stored = await app.db.selectFrom('registrations').selectAll().executeTakeFirstOrThrow();

    const guesses = [
      code.slice(0, -1),
      `${code}a`,
      code.replace(/[A-Z]/gi, (letter) =>
        letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
      ),
      [...code].reverse().join(''),
      stored.token_hash,
      stored.id,
      '%',
      '*',
      "' or '1'='1",
      '0',
    ];
    const guesser = app.client();
    const answers = await Promise.all([...guesses, ...guesses].map((token) => verifyEmail(guesser, token)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      ...Array(10).fill(400),
      ...Array(10).fill(429),
    ]);

    const sameBrowserElsewhere = () => {
      const client = app.client();
      for (const [name, value] of browser.cookies) client.cookies.set(name, value);
      return client;
    };
    const twenty = await Promise.all(Array.from({ length: 20 }, () => verifyEmail(sameBrowserElsewhere(), code)));
    expect(twenty.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const accounts = app.db.selectFrom('users').select('username').where('role', '=', 'user');
    expect(await accounts.execute()).toEqual([{ username: 'nina' }]);
  });
});
