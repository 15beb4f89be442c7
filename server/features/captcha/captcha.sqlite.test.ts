import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, test } from 'vitest';
import type { Challenge } from '../../../contract/captcha/captcha.ts';
import { attemptSignIn, createAccount, signedIn } from '../../../tests/support/accounts.ts';
import { startApp } from '../../../tests/support/app.ts';
import { crowd } from '../../../tests/support/crowd.ts';
import { detail } from '../../../tests/support/detail.ts';
import type { HttpClient } from '../../../tests/support/http-client.ts';
import { WAIT_MS } from '../../../tests/support/patience.ts';
import { GUESSED_FROM_MANY } from '../auth/delays.ts';
import { difficultyAt } from './captcha.ts';

test.for([
  [0, 1],
  [0.24, 1],
  [0.25, 2],
  [0.5, 4],
  [0.74, 4],
  [0.75, 8],
  [1, 8],
])('A queue that is full to %d means %d times the work', ([pressure, difficulty]) => {
  expect(difficultyAt(pressure as number)).toBe(difficulty);
});

const challengeFor = async (client: HttpClient, algorithm = 'PBKDF2/SHA-256'): Promise<Challenge> =>
  (await client.get(`/api/captcha/challenge?algorithm=${encodeURIComponent(algorithm)}`)).json();

/** How many the solver has to try. */
async function triesFor(client: HttpClient): Promise<number> {
  const solution = await solveChallenge({ challenge: await challengeFor(client), deriveKey, timeout: WAIT_MS });
  return solution?.counter ?? 0;
}

const LEAST = 300;
const MOST = 1_200;

describe('A captcha challenge', () => {
  detail('A challenge is harder for strangers while the queue is full, not for a known device', async () => {
    const app = await startApp();
    await createAccount(app);
    const device = await signedIn(app);
    expect(await triesFor(app.client())).toBeLessThan(MOST);
    crowd(app, 0.5);
    expect(await triesFor(app.client())).toBeGreaterThanOrEqual(4 * LEAST);
    crowd(app, 1);
    expect(await triesFor(app.client())).toBeGreaterThanOrEqual(8 * LEAST);
    expect(await triesFor(device)).toBeLessThan(MOST);
    // Copying the cookie to a thousand machines does not spare them the work.
    for (let asked = 1; asked < 20; asked += 1) await challengeFor(device);
    expect(await triesFor(device)).toBeGreaterThanOrEqual(8 * LEAST);
  });

  test('A challenge is harder for strangers for an hour after guessing from many networks', async () => {
    const app = await startApp();
    await createAccount(app);
    const device = await signedIn(app);
    for (let guess = 0; guess < GUESSED_FROM_MANY; guess += 1)
      await attemptSignIn(app, app.client(), { password: 'a guess' });
    expect(await triesFor(app.client())).toBeGreaterThanOrEqual(4 * LEAST);
    expect(await triesFor(device)).toBeLessThan(MOST);
    app.clock.advance(61 * 60_000);
    expect(await triesFor(app.client())).toBeLessThan(MOST);
  });

  test.for([
    ['http://localhost:3000', 'SCRYPT'],
    ['https://portal.example', 'PBKDF2/SHA-256'],
  ] as const)('At %s a challenge requested as SCRYPT is one of %s', async ([PUBLIC_URL, algorithm]) => {
    const app = await startApp({ env: { PUBLIC_URL } });
    expect((await challengeFor(app.client(), 'SCRYPT')).parameters.algorithm).toBe(algorithm);
    expect((await challengeFor(app.client())).parameters.algorithm).toBe('PBKDF2/SHA-256');
  });
});
