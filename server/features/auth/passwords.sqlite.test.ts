import { describe, expect, test } from 'vitest';
import { attemptSignIn, createAccount, PASSWORD, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../tests/support/app.ts';

const DAY = 24 * 60 * 60_000;

const settingsWith = async (app: TestApp, change: object) => {
  const admin = await signedIn(app, ADMIN);
  const before = (await admin.get('/api/admin/settings')).json();
  const saved = await admin.post('/api/admin/settings', { ...before, ...change });
  expect(saved.statusCode, saved.body).toBe(200);
};

const temporary = { passwordState: 'temporary', temporaryPassword: PASSWORD, password: '' } as const;

/** Unused, as staff issue it. */
async function issued(app: TestApp, username: string): Promise<string> {
  const user = await createAccount(app, { username, ...temporary });
  await app.db.updateTable('users').set({ password_hash: '' }).where('id', '=', user.id).execute();
  return user.id;
}

describe('A temporary password', () => {
  test('A temporary password works for seven days, and staff see until when', async () => {
    const app = await startApp();
    const begun = app.clock.now();
    await issued(app, 'mira');
    const late = await issued(app, 'late');
    const until = new Date(begun + 7 * DAY).toISOString();
    const admin = await signedIn(app, ADMIN);
    const shown = async () => (await admin.get(`/api/admin/users/${late}/details`)).json().password;
    expect(await shown()).toEqual({ state: 'temporary', until });
    app.clock.advance(7 * DAY - 1);
    expect((await attemptSignIn(app, app.client())).statusCode).toBe(200);
    app.clock.advance(1);
    const refused = await attemptSignIn(app, app.client(), { username: 'late' });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      {
        error: 'temporary_password_ended',
        message: 'This temporary password has expired. Please ask the support team for a new one.',
      },
    ]);
    // Without the password the answer reveals nothing of it.
    const wrong = await attemptSignIn(app, app.client(), { username: 'late', password: 'something else' });
    expect(wrong.json().error).toBe('wrong_credentials');
    const entries = await app.db
      .selectFrom('activity')
      .select('details')
      .where('user_id', '=', late)
      .where('action', '=', 'failed_login')
      .orderBy('id')
      .execute();
    expect(entries.map(({ details }) => JSON.parse(details as string).reason)).toEqual([
      'temporary password ended',
      'wrong password',
    ]);

    const again = await signedIn(app, ADMIN);
    const gone = await again.post(`/api/admin/users/${late}/temporary-password`);
    expect([gone.statusCode, gone.json().error]).toEqual([409, 'no_temporary_password']);
    const reset = await again.post(`/api/admin/users/${late}/reset-password`);
    const password = reset.json().temporaryPassword;
    expect((await attemptSignIn(app, app.client(), { username: 'late', password })).statusCode).toBe(200);
  });

  test('A temporary password also expires if it was used but never replaced', async () => {
    const app = await startApp();
    const id = await issued(app, 'mira');
    await signedIn(app);
    app.clock.advance(7 * DAY);
    expect((await attemptSignIn(app, app.client())).json().error).toBe('temporary_password_ended');
    const admin = await signedIn(app, ADMIN);
    const { password } = (await admin.get(`/api/admin/users/${id}/details`)).json();
    expect(password.state).toBe('used');
  });

  test('A temporary password lasts as long as the settings say; a chosen one does not expire', async () => {
    const app = await startApp();
    await createAccount(app, { username: 'own' });
    await issued(app, 'mira');
    await settingsWith(app, { temporaryPasswordDays: 2 });
    app.clock.advance(2 * DAY);
    expect((await attemptSignIn(app, app.client())).json().error).toBe('temporary_password_ended');
    expect((await attemptSignIn(app, app.client(), { username: 'own' })).statusCode).toBe(200);
    await settingsWith(app, { temporaryPasswordDays: 30 });
    expect((await attemptSignIn(app, app.client())).statusCode).toBe(200);
    const admin = await signedIn(app, ADMIN);
    const before = (await admin.get('/api/admin/settings')).json();
    for (const temporaryPasswordDays of [0, 31, 1.5]) {
      const refused = await admin.post('/api/admin/settings', { ...before, temporaryPasswordDays });
      expect([refused.statusCode, refused.json().message]).toEqual([
        400,
        'Please enter a whole number of days from 1 to 30',
      ]);
    }
  });
});

describe('The password form of admins', () => {
  const change = (app: TestApp) => async (newPassword: string) => {
    const admin = await signedIn(app, ADMIN);
    const answer = await admin.post('/api/admin/change-password', { currentPassword: ADMIN.password, newPassword });
    return [answer.statusCode, answer.json().message];
  };

  test('Fewer than eight characters need a second factor', async () => {
    const app = await startApp();
    const to = change(app);
    expect(await to('short')).toEqual([400, 'New password must be at least 6 characters']);
    expect(await to('xq7vbz')).toEqual([
      400,
      'A password with fewer than 8 characters needs a second factor. Choose a longer one, or add a second factor to your account first.',
    ]);
    expect(await to('qwerty')).toEqual([400, expect.stringContaining('fewer than 8')]);

    const admin = await signedIn(app, ADMIN);
    await app.db.updateTable('users').set({ second_factor: 1 }).execute();
    await app.db.updateTable('sessions').set({ second_factor: 1 }).execute();
    const { id } = (await admin.get('/api/auth/user')).json();
    await app.transact('server', async (trx) => app.sessions.usersChanged(trx, [id]));
    const passwords = { currentPassword: ADMIN.password, newPassword: 'xq7vbz' };
    expect((await admin.post('/api/admin/change-password', passwords)).statusCode).toBe(200);
  });

  test('Common passwords and names are rejected at any length', async () => {
    const app = await startApp();
    const to = change(app);
    expect(await to('qwertyuiop')).toEqual([400, expect.stringContaining('Please choose another one')]);
    expect(await to('gatehouse-admin')).toEqual([400, expect.stringContaining('a name others know')]);
  });
});
