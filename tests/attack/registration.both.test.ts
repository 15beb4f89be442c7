import { expect, test } from 'vitest';
import { attemptSignIn, captchaToken } from '../support/accounts.ts';
import { startApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { TestSmtp } from '../support/smtp.ts';

const VICTIM = { username: 'nina', email: 'nina@example.com', firstName: 'Nina', lastName: 'Berg' };
const OF_ATTACKER = 'known to the attacker';
const OF_OWNER = 'known to the owner alone';

async function portal() {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SELF_REGISTRATION: 'true', SMTP_URL: smtp.url } });
  const post = async (client: HttpClient, path: string, body: object) =>
    client.post(`/api/auth/${path}`, { recaptchaToken: await captchaToken(app), ...body });
  return {
    app,
    smtp,
    attacker: app.client(),
    owner: app.client(),
    register: (client: HttpClient, password: string) => post(client, 'register', { ...VICTIM, password }),
    resend: (client: HttpClient) => post(client, 'resend-verification', { email: VICTIM.email }),
    verify: (client: HttpClient, token: string) => post(client, 'verify-email', { token }),
    /** The code in a mail that the owner of the address gets. */
    code: async (mail: number) =>
      /(?:[A-Za-z\d]{4}-){3}[A-Za-z\d]{4}/.exec((await smtp.mail(mail)).text)?.[0] as string,
    signIn: async (password: string) =>
      (await attemptSignIn(app, app.client(), { username: VICTIM.username, password })).statusCode,
  };
}

test("an account that a stranger asked for can't be confirmed by the owner of the address", async () => {
  const { attacker, owner, register, verify, code, signIn } = await portal();
  await register(attacker, OF_ATTACKER);
  const token = await code(1);
  for (let times = 0; times < 2; times += 1) {
    const answer = await verify(owner, token);
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      {
        error: 'other_browser',
        message:
          'This code only works in the browser where you registered. Open the link there, or register again here.',
      },
    ]);
  }
  // Nor with a browser's cookie of the owner's own.
  await register(owner, OF_OWNER);
  expect((await verify(owner, token)).json().error).toBe('other_browser');
  expect(await signIn(OF_ATTACKER)).toBe(401);
  // The owner's own code works, and ends what the attacker asked for.
  expect((await verify(owner, await code(2))).statusCode).toBe(200);
  expect((await verify(attacker, token)).json().error).toBe('invalid_code');
  expect([await signIn(OF_ATTACKER), await signIn(OF_OWNER)]).toEqual([401, 200]);
});

test("a stranger can't end or exchange the code that the owner waits for", async () => {
  const { app, smtp, attacker, owner, register, resend, verify, code, signIn } = await portal();
  await register(owner, OF_OWNER);
  const token = await code(1);
  await register(attacker, OF_ATTACKER);
  await smtp.mail(2);
  // A new code is for the one who asked for it: the owner's stays as it is, and strangers without a registration get none.
  expect((await resend(attacker)).json()).toEqual({ success: true });
  const ofAttacker = await code(3);
  expect((await resend(app.client())).json()).toEqual({ success: true });
  await app.outbox.work();
  expect(smtp.received).toHaveLength(3);
  expect((await verify(owner, ofAttacker)).json().error).toBe('other_browser');
  expect((await verify(owner, token)).statusCode).toBe(200);
  expect([await signIn(OF_ATTACKER), await signIn(OF_OWNER)]).toEqual([401, 200]);
});

test('the cookie of another browser is worth nothing when it is made up', async () => {
  const { app, attacker, owner, register, verify, code } = await portal();
  await register(attacker, OF_ATTACKER);
  const token = await code(1);
  const { guest_id: guestId } = await app.db.selectFrom('registrations').select('guest_id').executeTakeFirstOrThrow();
  const signed = String(attacker.cookies.get('guest'));
  for (const forged of [String(guestId), `${guestId}.0.${signed.split('.').at(-1)}`, signed.slice(0, -1)]) {
    owner.cookies.set('guest', forged);
    expect((await verify(owner, token)).json().error).toBe('other_browser');
  }
});

test('registrations of before the upgrade, which know no browser, are asked for again', async () => {
  const { app, owner, register, verify, code } = await portal();
  await register(owner, OF_OWNER);
  await app.db.updateTable('registrations').set({ guest_id: null }).execute();
  const token = await code(1);
  expect((await verify(owner, token)).json().error).toBe('other_browser');
  expect((await verify(app.client(), token)).json().error).toBe('other_browser');
  await register(owner, OF_OWNER);
  expect((await verify(owner, await code(2))).statusCode).toBe(200);
});
