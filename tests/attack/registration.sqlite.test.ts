import { expect, test } from 'vitest';
import { attemptSignIn, captchaToken } from '../support/accounts.ts';
import { startApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { TestSmtp } from '../support/smtp.ts';

const VICTIM = { username: 'nina', email: 'nina@example.com', firstName: 'Nina', lastName: 'Berg' };
const ATTACKERS_PASSWORD = 'known to the attacker';
const OWNERS_PASSWORD = 'known to the owner alone';

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
    /** The code in the n-th email to the owner. */
    code: async (mail: number) =>
      /(?:[A-Za-z\d]{4}-){3}[A-Za-z\d]{4}/.exec((await smtp.mail(mail)).text)?.[0] as string,
    signIn: async (password: string) =>
      (await attemptSignIn(app, app.client(), { username: VICTIM.username, password })).statusCode,
  };
}

test("The owner of an address cannot confirm a stranger's registration by mistake", async () => {
  const { attacker, owner, register, verify, code, signIn } = await portal();
  await register(attacker, ATTACKERS_PASSWORD);
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
  // Nor after the owner has registered too.
  await register(owner, OWNERS_PASSWORD);
  expect((await verify(owner, token)).json().error).toBe('other_browser');
  expect(await signIn(ATTACKERS_PASSWORD)).toBe(401);
  // The owner's own code works and ends the attacker's registration.
  expect((await verify(owner, await code(2))).statusCode).toBe(200);
  expect((await verify(attacker, token)).json().error).toBe('invalid_code');
  expect([await signIn(ATTACKERS_PASSWORD), await signIn(OWNERS_PASSWORD)]).toEqual([401, 200]);
});

test("A stranger can neither end nor replace the owner's pending registration", async () => {
  const { app, smtp, attacker, owner, register, resend, verify, code, signIn } = await portal();
  await register(owner, OWNERS_PASSWORD);
  const token = await code(1);
  await register(attacker, ATTACKERS_PASSWORD);
  await smtp.mail(2);
  // A resend renews only the code of its own browser, and a browser without a registration gets none.
  expect((await resend(attacker)).json()).toEqual({ success: true });
  const attackersCode = await code(3);
  expect((await resend(app.client())).json()).toEqual({ success: true });
  await app.outbox.work();
  expect(smtp.received).toHaveLength(3);
  expect((await verify(owner, attackersCode)).json().error).toBe('other_browser');
  expect((await verify(owner, token)).statusCode).toBe(200);
  expect([await signIn(ATTACKERS_PASSWORD), await signIn(OWNERS_PASSWORD)]).toEqual([401, 200]);
});

test('A forged browser cookie confirms no registration', async () => {
  const { app, attacker, owner, register, verify, code } = await portal();
  await register(attacker, ATTACKERS_PASSWORD);
  const token = await code(1);
  const { guest_id: guestId } = await app.db.selectFrom('registrations').select('guest_id').executeTakeFirstOrThrow();
  const signed = String(attacker.cookies.get('guest'));
  for (const forged of [String(guestId), `${guestId}.0.${signed.split('.').at(-1)}`, signed.slice(0, -1)]) {
    owner.cookies.set('guest', forged);
    expect((await verify(owner, token)).json().error).toBe('other_browser');
  }
});

test('A registration from before the upgrade, without a browser, must be repeated', async () => {
  const { app, owner, register, verify, code } = await portal();
  await register(owner, OWNERS_PASSWORD);
  await app.db.updateTable('registrations').set({ guest_id: null }).execute();
  const token = await code(1);
  expect((await verify(owner, token)).json().error).toBe('other_browser');
  expect((await verify(app.client(), token)).json().error).toBe('other_browser');
  await register(owner, OWNERS_PASSWORD);
  expect((await verify(owner, await code(2))).statusCode).toBe(200);
});
