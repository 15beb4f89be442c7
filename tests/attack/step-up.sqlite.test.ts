import { expect, test } from 'vitest';
import { attemptSignIn, createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { startApp } from '../support/app.ts';
import { changesBy } from '../support/contents.ts';
import { IdentityProvider } from '../support/identity-provider.ts';
import { describedRoutes } from '../support/routes.ts';
import { addTotp } from '../support/second-factor.ts';

/** Routes about one's own credentials that need no step-up, and why. */
const WITHOUT: Record<string, string> = {
  'POST /api/auth/proof': 'it is the step-up',
  'POST /api/auth/proof/passkey/options': 'it is the first half of the step-up',
  'POST /api/auth/email-change/confirm': 'only the session that passed a step-up gets a code that works',
  'DELETE /api/auth/email-change': 'it changes no credential',
};

test('A session from before the second factor can change no credential, even with the password', async () => {
  const provider = await IdentityProvider.start();
  const app = await startApp({ env: provider.env });
  await createAccount(app, { role: 'admin' });
  // The thief knows the password and signs in before the owner adds an app.
  const thief = await signedIn(app);
  const owner = await signedIn(app);
  await addTotp(app, owner);
  const routes = (await describedRoutes(app)).filter(
    ({ method, path, access }) =>
      method !== 'GET' &&
      access !== 'anyone' &&
      (path.startsWith('/api/auth/') || path === '/api/admin/change-password') &&
      WITHOUT[`${method} ${path}`] === undefined,
  );
  expect(routes.length).toBeGreaterThan(12);
  const byPassword = await thief.post('/api/auth/proof', { password: PASSWORD });
  expect(byPassword.statusCode).toBe(400);
  const changes = await changesBy(app, async () => {
    for (const { method, path } of routes) {
      const body = {
        totp: '000000',
        name: 'A key',
        passkey: {},
        email: 'thief@example.com',
        currentPassword: PASSWORD,
        newPassword: 'the password of a thief',
      };
      const answer = await thief.request({ method, url: path.replaceAll(/\{\w+\}/g, 'any'), payload: body });
      // Routes without a body refuse one.
      const again =
        answer.statusCode === 400 ? await thief.request({ method, url: path.replaceAll(/\{\w+\}/g, 'any') }) : answer;
      expect([method, path, again.statusCode, again.json().error]).toEqual([method, path, 403, 'fresh_proof_needed']);
    }
  });
  expect(changes).toEqual([]);
});

test('The session that added the second factor needs no step-up', async () => {
  const app = await startApp();
  await createAccount(app);
  const owner = await signedIn(app);
  await addTotp(app, owner);
  expect((await owner.post('/api/auth/second-factor/recovery-codes')).statusCode).toBe(200);
  expect((await attemptSignIn(app, app.client())).json()).toMatchObject({ secondStep: { totp: true } });
});
