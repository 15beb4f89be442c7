import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { PROOF_MS } from '../../server/sessions/access.ts';
import { attemptSignIn, captchaToken, createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import { Authenticator } from '../support/authenticator.ts';
import { confirmAddress, GATE_SECRET, passGate } from '../support/confirmed-guest.ts';
import { setExit } from '../support/exit.ts';
import { beginLink, IdentityProvider, throughProvider } from '../support/identity-provider.ts';
import { until } from '../support/process.ts';
import { addPasskey, begunSignIn, OWN, passkeyOptions, secondStep, totpCode } from '../support/second-factor.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What somebody can show to get further, and for how long. */
interface Showable {
  readonly lasts: number;
  readonly app: TestApp;
  /** Shows it, and answers whether that got them further. */
  show(): Promise<boolean>;
}

const isOk = (answer: { statusCode: number }) => answer.statusCode === 200;

async function mailing(env: Record<string, string> = {}) {
  const smtp = await TestSmtp.start();
  return { smtp, app: await startApp({ env: { SMTP_URL: smtp.url, ...env } }) };
}

/** From then on the time of a code runs. */
const accepted = (app: TestApp, table: 'guest_verifications' | 'email_changes') =>
  until('the mail server has accepted the code', async () => {
    const row = await app.db.selectFrom(table).select('accepted_at').executeTakeFirstOrThrow();
    return row.accepted_at !== null;
  });

/** Everything of the kind. Nothing is swept in these tests: each has to be refused by its own time. */
const SHOWABLE: Record<string, () => Promise<Showable>> = {
  'a code for a guest': async () => {
    const { app, smtp } = await mailing();
    const client = app.client();
    await client.post('/api/user/send-verification-code', { email: 'guest@example.com' });
    const code = codeIn(await smtp.mail(1));
    await accepted(app, 'guest_verifications');
    const body = { email: 'guest@example.com', code };
    return { app, lasts: 300 * SECOND, show: async () => isOk(await client.post('/api/user/verify-code', body)) };
  },
  'a code for another email address': async () => {
    const { app, smtp } = await mailing();
    await createAccount(app);
    const client = await signedIn(app);
    await client.post('/api/auth/email-change', { email: 'new@example.com' });
    const code = codeIn(await smtp.mail(1));
    await accepted(app, 'email_changes');
    return {
      app,
      lasts: 300 * SECOND,
      show: async () => isOk(await client.post('/api/auth/email-change/confirm', { code })),
    };
  },
  'a code for a registration': async () => {
    const { app, smtp } = await mailing({ SELF_REGISTRATION: 'true' });
    const client = app.client();
    const person = { username: 'nina', email: 'nina@example.com', firstName: 'Nina', lastName: 'Berg' };
    const recaptchaToken = await captchaToken(app);
    await client.post('/api/auth/register', { ...person, password: 'a password of hers', recaptchaToken });
    const token = /(?:[A-Za-z\d]{4}-){3}[A-Za-z\d]{4}/.exec((await smtp.mail(1)).text)?.[0];
    return { app, lasts: DAY, show: async () => isOk(await client.post('/api/auth/verify-email', { token })) };
  },
  'a pending sign-in': async () => {
    const app = await startApp();
    await createAccount(app);
    const { secret } = (await (await signedIn(app)).post(`${OWN}/totp`)).json();
    const owner = await signedIn(app);
    const offer = (await owner.post(`${OWN}/totp`)).json();
    await owner.post(`${OWN}/totp/confirm`, { totp: totpCode(offer.secret, app.clock.now()) });
    expect(secret).not.toBe(offer.secret);
    app.clock.advance(MINUTE);
    const begun = await begunSignIn(app);
    const show = async () => isOk(await secondStep(begun, { totp: totpCode(offer.secret, app.clock.now()) }));
    return { app, lasts: 5 * MINUTE, show };
  },
  'a challenge to sign in with a passkey': async () => {
    const app = await startApp();
    await createAccount(app);
    const passkey = await addPasskey(await signedIn(app));
    const browser = app.client();
    const answer = passkey.get(await passkeyOptions(browser));
    const show = async () => isOk(await browser.post('/api/auth/login/passkey', { passkey: answer }));
    return { app, lasts: 5 * MINUTE, show };
  },
  'a challenge of a step-up': async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const passkey = await addPasskey(client);
    const answer = passkey.get((await client.post('/api/auth/proof/passkey/options')).json());
    const show = async () => isOk(await client.post('/api/auth/proof', { passkey: answer }));
    return { app, lasts: 5 * MINUTE, show };
  },
  'a challenge for a new passkey': async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const options = (await client.post(`${OWN}/passkeys/options`)).json();
    const body = { name: 'A key', passkey: new Authenticator().create(options) };
    return { app, lasts: 5 * MINUTE, show: async () => isOk(await client.post(`${OWN}/passkeys`, body)) };
  },
  "the offer of an app's secret": async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const { secret } = (await client.post(`${OWN}/totp`)).json();
    // A step-up may be asked for in between, which is no matter of the offer.
    const show = async () => {
      await client.post('/api/auth/proof', { password: PASSWORD });
      return isOk(await client.post(`${OWN}/totp/confirm`, { totp: totpCode(secret, app.clock.now()) }));
    };
    return { app, lasts: 15 * MINUTE, show };
  },
  'a solved captcha': async () => {
    const app = await startApp();
    await createAccount(app);
    const recaptchaToken = await captchaToken(app);
    const body = { username: 'mira', password: PASSWORD, recaptchaToken };
    return { app, lasts: 5 * MINUTE, show: async () => isOk(await app.client().post('/api/auth/login', body)) };
  },
  'a gate token': async () => {
    const app = await startApp({ env: { GATE: 'token', GATE_SECRET } });
    const iat = Math.floor(app.clock.now() / 1000);
    const token = await new SignJWT({ jti: randomUUID(), aud: 'guest-gate', iat, exp: iat + 900 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(GATE_SECRET));
    const show = async () =>
      (await app.client().post('/api/auth/validate-verification-token', { token })).json().success === true;
    return { app, lasts: 15 * MINUTE, show };
  },
  'having passed the gate': async () => {
    const app = await startApp({ env: { GATE: 'token', GATE_SECRET } });
    const client = app.client();
    await passGate(app, client);
    return { app, lasts: 12 * HOUR, show: async () => isOk(await client.get('/api/guest/state')) };
  },
  'a flow at the sign-on provider': async () => {
    const provider = await IdentityProvider.start();
    const app = await startApp({ env: provider.env });
    await createAccount(app, { role: 'helper' });
    const client = await signedIn(app);
    const back = await throughProvider(await beginLink(client));
    const show = async () => String((await client.get(back)).headers.location).endsWith('sso=linked');
    return { app, lasts: 10 * MINUTE, show };
  },
  'a session that is not used': async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    return { app, lasts: 30 * MINUTE, show: async () => isOk(await client.get('/api/auth/user')) };
  },
  'a step-up': async () => {
    const app = await startApp();
    const client = await signedIn(app, ADMIN);
    const show = async () => isOk(await client.request({ method: 'DELETE', url: '/api/auth/sessions' }));
    return { app, lasts: PROOF_MS, show };
  },
  'a temporary password': async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const made = (await admin.post('/api/admin/users', { username: 'nina' })).json();
    const credentials = { username: 'nina', password: made.temporaryPassword };
    return { app, lasts: 7 * DAY, show: async () => isOk(await attemptSignIn(app, app.client(), credentials)) };
  },
  'the right to a receipt': async () => {
    const { app, smtp } = await mailing({ OUTCOME_RECEIPT: 'true', EXIT_HOSTS: 'shop.example' });
    await setExit(app, 'https://shop.example/back');
    const client = app.client();
    await confirmAddress(app, client, smtp, 'anna@example.com');
    const show = async () => String((await client.post('/api/guest/leave')).json().url).includes('receipt=');
    return { app, lasts: DAY - 15 * SECOND, show };
  },
};

test.for(Object.keys(SHOWABLE))('%s is good until its time is over', async (what) => {
  const { app, lasts, show } = await (SHOWABLE[what] as () => Promise<Showable>)();
  app.clock.advance(lasts - SECOND);
  expect(await show()).toBe(true);
});

test.for(Object.keys(SHOWABLE))('%s is refused afterwards, although nothing was swept', async (what) => {
  const { app, lasts, show } = await (SHOWABLE[what] as () => Promise<Showable>)();
  app.clock.advance(lasts);
  expect(await show()).toBe(false);
});

/** What every column that holds such a time is about: something above, or nothing that can be shown. */
const COLUMNS: Record<string, string> = {
  'begun_sign_ins.expires_at': 'a pending sign-in',
  'bulk_jobs.claimed_until': 'a lease between processes',
  'email_changes.expires_at': 'a code for another email address',
  'gate_tokens.expires_at': 'a gate token',
  'guest_verifications.expires_at': 'a code for a guest',
  'send_rates.used_until': 'a limit',
  'oidc_flows.begun_at': 'a flow at the sign-on provider',
  'outbox.claimed_until': 'a lease between processes',
  'outbox.expires_at': 'an email that waits',
  'registrations.expires_at': 'a code for a registration',
  'sessions.expires_at': 'a session that is not used',
  'sessions.proven_at': 'a step-up',
  'sign_in_attempts.blocked_until': 'a delay after wrong passwords',
  'totp_apps.offered_until': "the offer of an app's secret",
  'used_captchas.expires_at': 'a solved captcha',
  'used_challenges.expires_at': 'a challenge to sign in with a passkey',
  'users.temporary_password_at': 'a temporary password',
};

test('no column with such a time is forgotten', async () => {
  const app = await startApp();
  const tables = await app.db.introspection.getTables();
  const found = tables.flatMap(({ name, columns }) =>
    columns
      .map((column) => `${name}.${column.name}`)
      .filter((column) => /(?:expires_at|_until|begun_at|proven_at|temporary_password_at)$/.test(column)),
  );
  expect(found.sort()).toEqual(Object.keys(COLUMNS).sort());
});
