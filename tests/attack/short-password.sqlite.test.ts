import { describe, expect, test } from 'vitest';
import { attemptSignIn, createAccount, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { addPasskey, addTotp, begunSignIn, OWN, secondStep, totpCode } from '../support/second-factor.ts';

const SHORT = 'qz7#kd';
const LONG = 'a sentence of my own';
const REMOVE_APP = { method: 'DELETE', url: `${OWN}/totp` } as const;
const TOO_SHORT_ALONE = {
  error: 'last_second_factor',
  message:
    'Your password has fewer than 8 characters. That is too short without a second factor: choose a longer one first.',
};

const changePassword = (client: HttpClient, currentPassword: string, newPassword: string) =>
  client.post('/api/admin/change-password', { currentPassword, newPassword });

const lengthAndFactor = ({ db }: TestApp) =>
  db.selectFrom('users').select(['short_password', 'second_factor']).where('username', '=', 'mira').executeTakeFirst();

/** An admin with an authenticator app and a password that is too short without it. */
async function withShortPassword() {
  const app = await startApp();
  const { id } = await createAccount(app, { role: 'admin' });
  const mira = await signedIn(app);
  const { secret } = await addTotp(app, mira);
  expect((await changePassword(mira, 'correct horse battery', SHORT)).statusCode).toBe(200);
  return { app, id, mira, secret };
}

describe('A password of six characters', () => {
  test('The owner of a short password cannot remove the last second factor before choosing a longer one', async () => {
    const { mira } = await withShortPassword();
    await addPasskey(mira);
    const { passkeys } = (await mira.get(OWN)).json();
    // Not the last one yet.
    expect((await mira.request({ method: 'DELETE', url: `${OWN}/passkeys/${passkeys[0].id}` })).statusCode).toBe(200);
    const refused = await mira.request(REMOVE_APP);
    expect([refused.statusCode, refused.json()]).toEqual([409, TOO_SHORT_ALONE]);
    expect((await mira.get(OWN)).json()).toMatchObject({ totpSince: expect.any(String), recoveryCodesLeft: 10 });
    expect((await changePassword(mira, SHORT, LONG)).statusCode).toBe(200);
    expect((await mira.request(REMOVE_APP)).statusCode).toBe(200);
  });

  test('A short password must be changed at the next sign-in after staff removed the second factor', async () => {
    const { app, id } = await withShortPassword();
    const admin = await signedIn(app, ADMIN);
    const reset = await admin.request({ method: 'DELETE', url: `/api/admin/users/${id}/second-factor` });
    expect(reset.statusCode).toBe(200);
    const client = app.client();
    const entered = await attemptSignIn(app, client, { password: SHORT });
    expect([entered.statusCode, entered.json().mustChangePassword]).toEqual([200, true]);
    for (const url of ['/api/admin/users', '/api/user/profile', OWN]) {
      const answer = await client.get(url);
      expect([url, answer.statusCode, answer.json().error]).toEqual([url, 403, 'password_change_required']);
    }
    const change = (newPassword: string) =>
      client.post('/api/auth/change-password', { currentPassword: SHORT, newPassword });
    expect((await change('xw4!rt')).statusCode).toBe(400);
    expect((await change(LONG)).statusCode).toBe(200);
    expect((await client.get('/api/admin/users')).statusCode).toBe(200);
    expect((await attemptSignIn(app, app.client(), { password: SHORT })).statusCode).toBe(401);
    expect((await attemptSignIn(app, app.client(), { password: LONG })).json().mustChangePassword).toBe(false);
  });

  test('The next sign-in records that an old password is short, with or without a second factor', async () => {
    const { app, secret } = await withShortPassword();
    const forget = () => app.db.updateTable('users').set({ short_password: 0 }).execute();
    await forget();
    app.clock.advance(60_000);
    const client = await begunSignIn(app, { password: SHORT });
    expect((await secondStep(client, { totp: totpCode(secret, app.clock.now()) })).statusCode).toBe(200);
    expect((await client.request(REMOVE_APP)).json()).toEqual(TOO_SHORT_ALONE);

    await app.db.updateTable('users').set({ second_factor: 0 }).where('username', '=', 'mira').execute();
    await forget();
    const alone = await attemptSignIn(app, app.client(), { password: SHORT });
    expect(alone.json().mustChangePassword).toBe(true);
  });

  test('A race never leaves a short password without a second factor', async () => {
    const app = await startApp();
    await createAccount(app, { role: 'admin' });
    const mira = await signedIn(app);
    await addTotp(app, mira);
    const [change, removal] = await Promise.all([
      changePassword(mira, 'correct horse battery', SHORT),
      mira.request(REMOVE_APP),
    ]);
    expect([change.statusCode, removal.statusCode].filter((status) => status === 200)).toHaveLength(1);
    expect(await lengthAndFactor(app)).not.toEqual({ short_password: 1, second_factor: 0 });
  });
});
