import { describe, expect, test } from 'vitest';
import { problems } from '../../messages/en.ts';
import { captchaToken, createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp } from '../support/app.ts';
import { describedRoutes } from '../support/routes.ts';
import { addressOf, bodyFor, plantTarget } from './target.ts';

const LOOKALIKES = ['mi\u200bra', 'mira\u2060', '\u00admira', 'mira\ufe0f', 'm\u034fira', 'mira\u3164', 'mi\u202era'];

/** Accepts existing usernames, however they were made. */
const SIGN_IN = '/api/auth/login';

test('Every route that takes a name refuses invisible characters in it', async () => {
  const app = await startApp();
  const target = await plantTarget(app);
  const tried: string[] = [];
  for (const { method, path, fields } of await describedRoutes(app)) {
    if (path === SIGN_IN) continue;
    for (const field of fields ?? []) {
      if (!/name$/i.test(field)) continue;
      const answer = await target.admin.request({
        method,
        url: addressOf(path, target),
        payload: { passkey: {}, ...bodyFor(target), [field]: 'Mi\u200bra' },
      });
      tried.push(`${method} ${path} ${field}`);
      expect([tried.at(-1), answer.statusCode, answer.json().message]).toEqual([tried.at(-1), 400, problems.invisible]);
    }
  }
  expect(tried).toEqual(
    expect.arrayContaining([
      'POST /api/admin/users username',
      'PATCH /api/admin/users/{id} firstName',
      'PATCH /api/user/profile lastName',
      'POST /api/auth/register username',
      'PATCH /api/auth/second-factor/passkeys/{id} name',
    ]),
  );
});

describe('A look-alike username', () => {
  test('Staff cannot create or import a look-alike username', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    await createAccount(app);
    for (const username of [...LOOKALIKES, 'mira ', 'ｍｉｒａ']) {
      const { statusCode } = await admin.post('/api/admin/users', { username });
      expect([username, statusCode >= 400 && statusCode < 500]).toEqual([username, true]);
    }
    const file = await admin.request({
      method: 'POST',
      url: '/api/admin/users/import',
      headers: { 'content-type': 'text/csv' },
      payload: `username\r\n${LOOKALIKES.join('\r\n')}\r\n`,
    });
    expect(file.json()).toMatchObject({ good: 0, bad: LOOKALIKES.length });
    expect(file.json().problems).toContainEqual({ line: 2, problem: problems.invisible });
    const names = await app.db.selectFrom('users').select('username').orderBy('username').execute();
    expect(names.map(({ username }) => username)).toEqual(['admin', 'mira']);
  });

  test('Staff cannot create a username with spaces that a page shows as one', async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    await createAccount(app, { username: 'mira kolb' });
    for (const username of ['mira  kolb', 'mira\u2003kolb', 'mira\u1680kolb', 'mira \u00a0kolb']) {
      const answer = await admin.post('/api/admin/users', { username });
      expect([username, answer.json().message]).toEqual([username, 'Please use single spaces in the username']);
    }
  });

  test('A stranger cannot register a look-alike username', async () => {
    const app = await startApp({ env: { SELF_REGISTRATION: 'true' } });
    for (const username of LOOKALIKES) {
      const answer = await app.client().post('/api/auth/register', {
        username,
        password: 'a password of mine',
        email: 'stranger@example.com',
        recaptchaToken: await captchaToken(app),
      });
      expect([username, answer.statusCode]).toEqual([username, 400]);
    }
  });

  test('An existing look-alike username can still sign in', async () => {
    const app = await startApp();
    await createAccount(app, { username: 'mi\u200bra' });
    expect((await signedIn(app, { username: 'mi\u200bra' })).cookies.size).toBeGreaterThan(0);
  });
});
