import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, test } from 'vitest';
import { captchaToken, createAccount, PASSWORD } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';

/** Username and password are right, so a refusal is about the captcha. */
const signIn = (app: TestApp, recaptchaToken: unknown) =>
  app.client().post('/api/auth/login', { ...ADMIN, recaptchaToken });

/** The log level. */
const WARNING = 40;

const encoded = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');
const decoded = (token: string) => JSON.parse(Buffer.from(token, 'base64').toString());

async function expectRefused(app: TestApp, forged: Record<string, unknown>): Promise<void> {
  for (const [attack, token] of Object.entries(forged)) {
    const answer = await signIn(app, token);
    expect([attack, answer.statusCode, answer.cookies]).toEqual([attack, 400, []]);
    expect(['captcha_refused', 'bad_input'], attack).toContain(answer.json().error);
  }
}

describe('A solved captcha', () => {
  test('A solved captcha works for one of many simultaneous calls, across all routes', async () => {
    const app = await startApp({ env: { SELF_REGISTRATION: 'true' } });
    const recaptchaToken = await captchaToken(app);
    const nina = {
      username: 'nina',
      password: PASSWORD,
      email: 'nina@example.com',
      firstName: 'Nina',
      lastName: 'Berg',
    };
    const calls = Array.from({ length: 7 }, () => [
      signIn(app, recaptchaToken),
      app.client().post('/api/auth/register', { ...nina, recaptchaToken }),
      app.client().post('/api/auth/resend-verification', { email: nina.email, recaptchaToken }),
    ]).flat();
    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, ...Array(20).fill(400)]);
  });

  test('A failed sign-in uses up its captcha, however the captcha is spelled', async () => {
    const app = await startApp();
    await createAccount(app);
    const used = await captchaToken(app);
    const { challenge, solution } = decoded(used);
    const failed = { username: 'mira', password: 'a guess', recaptchaToken: used };
    expect((await app.client().post('/api/auth/login', failed)).statusCode).toBe(401);
    const { parameters, signature } = challenge;
    const reversed = Object.fromEntries(Object.entries(parameters).reverse());
    await expectRefused(app, {
      'the same again': used,
      'without padding': used.replace(/=+$/, ''),
      'in base64url': used.replaceAll('+', '-').replaceAll('/', '_'),
      'with spaces in it': `${used.slice(0, 40)}\n ${used.slice(40)}`,
      'with more padding': `${used}=`,
      'in another order': encoded({ solution, challenge: { signature, parameters: reversed } }),
      'with more in it': encoded({
        challenge: { ...challenge, id: 'new' },
        solution: { ...solution, time: 9 },
        id: 'new',
      }),
      'with more parameters': encoded({
        challenge: { ...challenge, parameters: { ...parameters, id: 'new' } },
        solution,
      }),
      'with a capital key': encoded({
        challenge,
        solution: { ...solution, derivedKey: solution.derivedKey.toUpperCase() },
      }),
      'with half a byte more': encoded({ challenge, solution: { ...solution, derivedKey: `${solution.derivedKey}f` } }),
      'with another counter': encoded({ challenge, solution: { ...solution, counter: 7 } }),
      'with a byte order mark': Buffer.from(`\ufeff${JSON.stringify({ challenge, solution })}`).toString('base64'),
    });
    expect((await signIn(app, await captchaToken(app))).statusCode).toBe(200);
  });
});

describe('A forged captcha', () => {
  test('A real challenge with altered parameters or without the work is refused', async () => {
    const app = await startApp();
    const real = (await app.client().get('/api/captcha/challenge')).json();
    const easy = decoded(await captchaToken(app));
    const other = decoded(await captchaToken(app));
    const { keyPrefix, expiresAt } = real.parameters;
    const altered = (change: object) => ({ ...real, parameters: { ...real.parameters, ...change } });
    const guess = { counter: 0, derivedKey: keyPrefix };
    const solutionOf = (challenge: Parameters<typeof solveChallenge>[0]['challenge']) =>
      solveChallenge({ challenge, deriveKey });
    const cheap = altered({ cost: 1, keyPrefix: keyPrefix.slice(0, 2) });
    await expectRefused(app, {
      'no work': encoded({ challenge: real, solution: guess }),
      'the known half of the key, twice': encoded({
        challenge: real,
        solution: { ...guess, derivedKey: keyPrefix.repeat(2) },
      }),
      'the published key signature': encoded({
        challenge: real,
        solution: { ...guess, derivedKey: real.parameters.keySignature },
      }),
      'an empty key': encoded({ challenge: real, solution: { ...guess, derivedKey: '' } }),
      'less work': encoded({ challenge: cheap, solution: await solutionOf(cheap) }),
      'another algorithm': encoded({ challenge: altered({ algorithm: 'SHA-256' }), solution: guess }),
      'more time': encoded({ challenge: altered({ expiresAt: expiresAt + 1 }), solution: guess }),
      'no expiry': encoded({ challenge: altered({ expiresAt: 1e15 }), solution: guess }),
      'the solution of another challenge': encoded({ challenge: real, solution: easy.solution }),
      'the parameters of another challenge': encoded({
        challenge: { ...real, parameters: easy.challenge.parameters },
        solution: easy.solution,
      }),
      'the signature of another challenge': encoded({
        challenge: { ...easy.challenge, signature: other.challenge.signature },
        solution: easy.solution,
      }),
      'a capital signature': encoded({
        ...easy,
        challenge: { ...easy.challenge, signature: easy.challenge.signature.toUpperCase() },
      }),
      'a signature of more bytes than characters': encoded({
        ...easy,
        challenge: { ...easy.challenge, signature: 'é'.repeat(64) },
      }),
      'no signature': encoded({ ...easy, challenge: { ...easy.challenge, signature: '' } }),
    });
    // The pieces are valid when they belong together.
    expect((await signIn(app, encoded(easy))).statusCode).toBe(200);
  });

  test('A challenge signed with a guessed key is refused', async () => {
    const app = await startApp();
    const forged: Record<string, unknown> = {};
    for (const key of [
      '',
      'secret',
      'captcha:challenge',
      app.keys.derive('sign-in-attempts').export().toString('base64'),
    ]) {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: 1,
        counter: 0,
        deriveKey,
        expiresAt: Math.floor(app.clock.now() / 1000) + 300,
        hmacSignatureSecret: key || 'x',
        hmacKeySignatureSecret: key || 'x',
      });
      forged[`signed with "${key}"`] = encoded({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
    }
    await expectRefused(app, forged);
  });

  test('A malformed captcha gets 400 and logs no warning', async () => {
    const app = await startApp();
    const good = decoded(await captchaToken(app));
    const { challenge, solution } = good;
    const withNumber = (json: string) =>
      Buffer.from(JSON.stringify(good).replace(/"expiresAt":\d+/, `"expiresAt":${json}`)).toString('base64');
    await expectRefused(app, {
      missing: undefined,
      null: null,
      'a number': 7,
      'a list': [encoded(good)],
      'an object': good,
      empty: '',
      'not base64': '%%%%',
      'no JSON': Buffer.from('{').toString('base64'),
      'null in it': encoded(null),
      'a list in it': encoded([good]),
      'text in it': encoded('solved'),
      'no solution': encoded({ challenge }),
      'no challenge': encoded({ solution }),
      'null as solution': encoded({ challenge, solution: null }),
      'a list as key': encoded({ challenge, solution: { ...solution, derivedKey: [solution.derivedKey] } }),
      'a key that is not hexadecimal': encoded({ challenge, solution: { ...solution, derivedKey: 'zz' } }),
      'a counter as text': encoded({ challenge, solution: { ...solution, counter: '0' } }),
      'a counter with a fraction': encoded({ challenge, solution: { ...solution, counter: 0.5 } }),
      'a counter out of range': encoded({ challenge, solution: { ...solution, counter: 2 ** 60 } }),
      'a time out of range': withNumber('1e400'),
      'a time below zero': withNumber('-1'),
      'a time that is none': withNumber('null'),
      'a time as text': withNumber('"9999999999"'),
      'prototype pollution': Buffer.from('{"__proto__":{"verified":true},"constructor":{"prototype":{}}}').toString(
        'base64',
      ),
      'very deep': Buffer.from(`${'['.repeat(3_000)}${']'.repeat(3_000)}`).toString('base64'),
      'too long': encoded({ ...good, filler: 'x'.repeat(8_192) }),
    });
    expect((await signIn(app, 'x'.repeat(20_000))).statusCode).toBe(413);
    expect(app.logged.filter((line) => JSON.parse(line).level >= WARNING)).toEqual([]);
    expect((await signIn(app, encoded(good))).statusCode).toBe(200);
  });
});
