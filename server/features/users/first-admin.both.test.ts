import { expect, test } from 'vitest';
import { attemptSignIn, signedIn } from '../../../tests/support/accounts.ts';
import { ADMIN, startApp } from '../../../tests/support/app.ts';
import { readConfig } from '../../config.ts';
import { ensureFirstAdmin } from './first-admin.ts';

test('A generated password works for the first sign-in, which asks for another one', async () => {
  const app = await startApp({ env: { ADMIN_PASSWORD: '' } });
  const { username, generatedPassword } = app.firstAdmin ?? {};
  const currentPassword = generatedPassword as string;
  expect([username, currentPassword]).toEqual(['admin', expect.stringMatching(/^(?:\w{4}-){3}\w{4}$/)]);
  const admin = await signedIn(app, { username: 'admin', password: currentPassword });
  expect((await admin.get('/api/auth/user')).json().mustChangePassword).toBe(true);
  expect((await admin.get('/api/admin/users')).json().error).toBe('password_change_required');
  const changed = await admin.post('/api/auth/change-password', { currentPassword, newPassword: ADMIN.password });
  expect(changed.statusCode, changed.body).toBe(200);
  expect((await admin.get('/api/admin/users')).statusCode).toBe(200);
  expect((await attemptSignIn(app, app.client(), { username: 'admin', password: currentPassword })).statusCode).toBe(
    401,
  );
});

test('A common password for the first admin stops the start with one line', async () => {
  const app = await startApp();
  await app.db.deleteFrom('users').execute();
  const start = (password: string) =>
    ensureFirstAdmin({ ...app, config: readConfig({ ...app.database.env, ADMIN_PASSWORD: password }) });
  for (const common of ['1234567890', 'qwertyuiop', 'QwertyUIOP'])
    await expect(start(common)).rejects.toThrow(
      'ADMIN_PASSWORD: is a common password. Example: ADMIN_PASSWORD=a-long-sentence-of-your-own',
    );
  expect(await app.db.selectFrom('users').select('id').execute()).toEqual([]);
  expect(await start('a password of my own')).toEqual({ username: 'admin', generatedPassword: null });
  // Where there is an admin, the variable is not looked at: it may have been left behind.
  expect(await start('1234567890')).toBeNull();
});
