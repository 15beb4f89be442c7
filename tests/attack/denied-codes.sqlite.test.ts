import { describe, expect, test } from 'vitest';
import { captchaToken } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const VICTIM = 'victim@example.com';
const VICTIM_IP = '203.0.113.7';

async function portal() {
  const smtp = await TestSmtp.start();
  const app = await startApp({ env: { SMTP_URL: smtp.url } });
  return { app, smtp };
}

const ask = (client: HttpClient, email = VICTIM, recaptchaToken?: string) =>
  client.post('/api/user/send-verification-code', { email, recaptchaToken });
const askWithCaptcha = async (app: TestApp, client: HttpClient, email = VICTIM) =>
  ask(client, email, await captchaToken(app));
const verify = (client: HttpClient, code: string, email = VICTIM) =>
  client.post('/api/user/verify-code', { email, code });
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000');
const latestCode = async (smtp: TestSmtp, number: number) => codeIn(await smtp.mail(number));

/** Asks from so many networks until each is refused. Returns the number of emails. */
async function exhaustEmails(
  app: TestApp,
  smtp: TestSmtp,
  networks: number,
  email: (index: number) => string = () => VICTIM,
) {
  let sent = 0;
  for (let network = 0; network < networks; network += 1) {
    for (let index = 0; ; index += 1) {
      const answer = await ask(app.client({ ip: `2001:db8:${network.toString(16)}::${index + 1}` }), email(sent));
      if (answer.statusCode !== 200) break;
      sent += 1;
    }
  }
  // Emails are not sent in the order of their requests.
  if (sent > 0) await smtp.mail(sent);
  return sent;
}

describe("An attacker who asks for codes to a victim's address", () => {
  test('An attacker gets three codes for each network, and the victim still gets one', async () => {
    const { app, smtp } = await portal();
    expect(await exhaustEmails(app, smtp, 2)).toBe(6);
    app.clock.advance(10 * 60_000);
    // Waiting ten minutes gives the two networks no more.
    expect(await exhaustEmails(app, smtp, 2)).toBe(0);
    const victim = app.client({ ip: VICTIM_IP });
    expect((await ask(victim)).statusCode).toBe(200);
    expect((await verify(victim, await latestCode(smtp, 7))).statusCode).toBe(200);
  });

  test('An attacker with many networks uses up the free codes, and the victim gets one with a captcha', async () => {
    const { app, smtp } = await portal();
    expect(await exhaustEmails(app, smtp, 20)).toBe(10);
    const victim = app.client({ ip: VICTIM_IP });
    const refused = await ask(victim);
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      {
        error: 'captcha_needed',
        message: "Please confirm you're not a robot, then we'll send the code.",
        retryAfter: 3600,
      },
    ]);
    expect((await askWithCaptcha(app, victim)).statusCode).toBe(200);
    expect((await verify(victim, await latestCode(smtp, 11))).statusCode).toBe(200);
  });

  test("An attacker in the victim's network uses up the free codes, and the victim gets one with a captcha", async () => {
    const { app, smtp } = await portal();
    for (let index = 0; index < 3; index += 1) await ask(app.client({ ip: VICTIM_IP }));
    await smtp.mail(3);
    app.clock.advance(60_000);
    const victim = app.client({ ip: VICTIM_IP });
    expect((await ask(victim)).json().error).toBe('captcha_needed');
    expect((await askWithCaptcha(app, victim)).statusCode).toBe(200);
    expect((await verify(victim, await latestCode(smtp, 4))).statusCode).toBe(200);
  });

  test('Other tags and cases of an address count as the same mailbox', async () => {
    const { app, smtp } = await portal();
    const tagged = (index: number) => (index % 2 ? `VICTIM+${index}@example.com` : `victim+a+${index}@Example.com`);
    expect(await exhaustEmails(app, smtp, 20, tagged)).toBe(10);
  });

  test('Captchas allow no more than thirty emails an hour to a mailbox', async () => {
    const { app, smtp } = await portal();
    let sent = 0;
    for (let index = 0; index < 40; index += 1) {
      const answer = await askWithCaptcha(app, app.client(), index % 2 ? VICTIM : `victim+${index}@example.com`);
      if (answer.statusCode === 200) sent += 1;
      else expect([index, answer.json().error]).toEqual([index, 'too_many_requests']);
    }
    expect(sent).toBe(30);
    await smtp.mail(30);
    const known = await askWithCaptcha(app, app.client());
    expect(known.headers['retry-after']).toBe('3600');
  });

  test('The victim can still register, and registrations count for the same limits', async () => {
    const smtp = await TestSmtp.start();
    const app = await startApp({ env: { SMTP_URL: smtp.url, SELF_REGISTRATION: 'true' } });
    expect(await exhaustEmails(app, smtp, 20)).toBe(10);
    const owner = app.client({ ip: VICTIM_IP });
    const captcha = async () => ({ email: VICTIM, recaptchaToken: await captchaToken(app) });
    const nina = { username: 'nina', password: 'a password of mine', firstName: 'Nina', lastName: 'Berg' };
    expect((await owner.post('/api/auth/register', { ...nina, ...(await captcha()) })).statusCode).toBe(200);
    expect((await smtp.mail(11)).to).toBe(VICTIM);
    // Beyond the free ten, each network gets one more an hour, and all together up to thirty.
    expect((await owner.post('/api/auth/resend-verification', await captcha())).json().error).toBe('too_many_requests');
    for (let index = 11; index < 30; index += 1)
      expect((await app.client().post('/api/auth/resend-verification', await captcha())).statusCode).toBe(200);
    expect((await app.client().post('/api/auth/resend-verification', await captcha())).statusCode).toBe(429);
  });

  test('The answers do not reveal whether an address has an account', async () => {
    const { app } = await portal();
    await app.db
      .updateTable('users')
      .set({ email: 'admin@example.com', email_key: 'admin@example.com' })
      .where('username', '=', 'admin')
      .execute();
    const answers = async (email: string) => {
      const seen = [];
      for (let index = 0; index < 12; index += 1) {
        const { statusCode, body, headers } = await ask(app.client(), email);
        seen.push([statusCode, body, headers['retry-after']]);
      }
      return seen;
    };
    expect(await answers('admin@example.com')).toEqual(await answers('nobody@example.com'));
  });
});

describe("An attacker who enters wrong codes for a victim's address", () => {
  /** Asks for a code from each network and enters three wrong ones. */
  async function exhaustTries(app: TestApp, smtp: TestSmtp, networks: readonly string[]) {
    const statuses: number[] = [];
    for (const ip of networks) {
      const client = app.client({ ip });
      const before = smtp.received.length;
      expect((await askWithCaptcha(app, client)).statusCode).toBe(200);
      const code = await latestCode(smtp, before + 1);
      for (let index = 0; index < 3; index += 1) statuses.push((await verify(client, wrongOf(code))).statusCode);
      app.clock.advance(60_000);
    }
    return statuses;
  }
  const compared = (statuses: readonly number[]) => statuses.filter((status) => status === 400).length;

  test('An attacker has ten tries for each network, and the victim has all of theirs', async () => {
    const { app, smtp } = await portal();
    const here = '192.0.2.1';
    // The first try of the fourth code is the tenth.
    expect(compared(await exhaustTries(app, smtp, [here, here, here, here]))).toBe(10);
    const victim = app.client({ ip: VICTIM_IP });
    expect((await ask(victim)).statusCode).toBe(200);
    const code = await latestCode(smtp, 5);
    expect((await verify(victim, wrongOf(code))).statusCode).toBe(400);
    expect((await verify(victim, code)).statusCode).toBe(200);
  });

  test('An attacker with many networks uses up all tries, but the first try of each new code still counts', async () => {
    const { app, smtp } = await portal();
    const networks = Array.from({ length: 12 }, (_, index) => `192.0.2.${index + 1}`);
    // Thirty, and the first tries of the last two codes.
    expect(compared(await exhaustTries(app, smtp, networks))).toBe(32);
    const victim = app.client({ ip: VICTIM_IP });
    expect((await askWithCaptcha(app, victim)).statusCode).toBe(200);
    expect((await verify(victim, await latestCode(smtp, 13))).statusCode).toBe(200);

    // After a wrong first try, the code no longer works.
    const clumsy = app.client({ ip: '203.0.113.8' });
    expect((await askWithCaptcha(app, clumsy)).statusCode).toBe(200);
    const code = await latestCode(smtp, 14);
    expect((await verify(clumsy, wrongOf(code))).statusCode).toBe(400);
    expect((await verify(clumsy, code)).statusCode).toBe(429);
  });

  test("Tries without a code for the victim's address use up none of the victim's tries", async () => {
    const { app, smtp } = await portal();
    const victim = app.client({ ip: VICTIM_IP });
    await ask(victim);
    const code = await latestCode(smtp, 1);
    const neighbour = app.client({ ip: VICTIM_IP });
    await ask(neighbour, 'neighbour@example.com');
    for (let index = 0; index < 40; index += 1) expect((await verify(neighbour, wrongOf(code))).statusCode).toBe(400);
    for (let index = 0; index < 2; index += 1) expect((await verify(victim, wrongOf(code))).statusCode).toBe(400);
    expect((await verify(victim, code)).statusCode).toBe(200);
  });
});
