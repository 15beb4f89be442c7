import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { PROOF_MS } from '../../server/sessions/access.ts';
import { attemptSignIn, captchaToken, createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { callWith, makeKey, WITH_KEYS } from '../support/api-key.ts';
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

/** A code, token, session or right that expires. */
interface Credential {
  readonly lasts: number;
  readonly app: TestApp;
  /** Returns whether it still works. */
  works(): Promise<boolean>;
}

const isOk = (answer: { statusCode: number }) => answer.statusCode === 200;

async function mailing(env: Record<string, string> = {}) {
  const smtp = await TestSmtp.start();
  return { smtp, app: await startApp({ env: { SMTP_URL: smtp.url, ...env } }) };
}

/** A code's lifetime starts when the mail server accepts it. */
const accepted = (app: TestApp, table: 'guest_verifications' | 'email_changes') =>
  until('the mail server has accepted the code', async () => {
    const row = await app.db.selectFrom(table).select('accepted_at').executeTakeFirstOrThrow();
    return row.accepted_at !== null;
  });

/** Nothing is swept in these tests: each check must look at the expiry itself. */
const CREDENTIALS: Record<string, () => Promise<Credential>> = {
  'a code for a guest': async () => {
    const { app, smtp } = await mailing();
    const client = app.client();
    await client.post('/api/user/send-verification-code', { email: 'guest@example.com' });
    const code = codeIn(await smtp.mail(1));
    await accepted(app, 'guest_verifications');
    const body = { email: 'guest@example.com', code };
    return { app, lasts: 300 * SECOND, works: async () => isOk(await client.post('/api/user/verify-code', body)) };
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
      works: async () => isOk(await client.post('/api/auth/email-change/confirm', { code })),
    };
  },
  'a code for a registration': async () => {
    const { app, smtp } = await mailing({ SELF_REGISTRATION: 'true' });
    const client = app.client();
    const person = { username: 'nina', email: 'nina@example.com', firstName: 'Nina', lastName: 'Berg' };
    const recaptchaToken = await captchaToken(app);
    await client.post('/api/auth/register', { ...person, password: 'a password of hers', recaptchaToken });
    const token = /(?:[A-Za-z\d]{4}-){3}[A-Za-z\d]{4}/.exec((await smtp.mail(1)).text)?.[0];
    return { app, lasts: DAY, works: async () => isOk(await client.post('/api/auth/verify-email', { token })) };
  },
  'an API key': async () => {
    const app = await startApp({ env: WITH_KEYS });
    const { key } = await makeKey(app, await signedIn(app, ADMIN), { days: 1 });
    return { app, lasts: DAY, works: async () => isOk(await callWith(app, key, { url: '/api/admin/users' })) };
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
    const works = async () => isOk(await secondStep(begun, { totp: totpCode(offer.secret, app.clock.now()) }));
    return { app, lasts: 5 * MINUTE, works };
  },
  'a challenge to sign in with a passkey': async () => {
    const app = await startApp();
    await createAccount(app);
    const passkey = await addPasskey(await signedIn(app));
    const browser = app.client();
    const answer = passkey.get(await passkeyOptions(browser));
    const works = async () => isOk(await browser.post('/api/auth/login/passkey', { passkey: answer }));
    return { app, lasts: 5 * MINUTE, works };
  },
  'a challenge of a step-up': async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const passkey = await addPasskey(client);
    const answer = passkey.get((await client.post('/api/auth/proof/passkey/options')).json());
    const works = async () => isOk(await client.post('/api/auth/proof', { passkey: answer }));
    return { app, lasts: 5 * MINUTE, works };
  },
  'a challenge for a new passkey': async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const options = (await client.post(`${OWN}/passkeys/options`)).json();
    const body = { name: 'A key', passkey: new Authenticator().create(options) };
    return { app, lasts: 5 * MINUTE, works: async () => isOk(await client.post(`${OWN}/passkeys`, body)) };
  },
  "the offer of an app's secret": async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const { secret } = (await client.post(`${OWN}/totp`)).json();
    // Keeps the step-up fresh, so that only the offer can expire.
    const works = async () => {
      await client.post('/api/auth/proof', { password: PASSWORD });
      return isOk(await client.post(`${OWN}/totp/confirm`, { totp: totpCode(secret, app.clock.now()) }));
    };
    return { app, lasts: 15 * MINUTE, works };
  },
  'a solved captcha': async () => {
    const app = await startApp();
    await createAccount(app);
    const recaptchaToken = await captchaToken(app);
    const body = { username: 'mira', password: PASSWORD, recaptchaToken };
    return { app, lasts: 5 * MINUTE, works: async () => isOk(await app.client().post('/api/auth/login', body)) };
  },
  'a gate token': async () => {
    const app = await startApp({ env: { GATE: 'token', GATE_SECRET } });
    const iat = Math.floor(app.clock.now() / 1000);
    const token = await new SignJWT({ jti: randomUUID(), aud: 'guest-gate', iat, exp: iat + 900 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(GATE_SECRET));
    const works = async () =>
      (await app.client().post('/api/auth/validate-verification-token', { token })).json().success === true;
    return { app, lasts: 15 * MINUTE, works };
  },
  'a passed gate': async () => {
    const app = await startApp({ env: { GATE: 'token', GATE_SECRET } });
    const client = app.client();
    await passGate(app, client);
    return { app, lasts: 12 * HOUR, works: async () => isOk(await client.get('/api/guest/state')) };
  },
  'a flow at the sign-on provider': async () => {
    const provider = await IdentityProvider.start();
    const app = await startApp({ env: provider.env });
    await createAccount(app, { role: 'helper' });
    const client = await signedIn(app);
    const back = await throughProvider(await beginLink(client));
    const works = async () => String((await client.get(back)).headers.location).endsWith('sso=linked');
    return { app, lasts: 10 * MINUTE, works };
  },
  'an idle session': async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    return { app, lasts: 30 * MINUTE, works: async () => isOk(await client.get('/api/auth/user')) };
  },
  'a step-up': async () => {
    const app = await startApp();
    const client = await signedIn(app, ADMIN);
    const works = async () => isOk(await client.request({ method: 'DELETE', url: '/api/auth/sessions' }));
    return { app, lasts: PROOF_MS, works };
  },
  'a temporary password': async () => {
    const app = await startApp();
    const admin = await signedIn(app, ADMIN);
    const made = (await admin.post('/api/admin/users', { username: 'nina' })).json();
    const credentials = { username: 'nina', password: made.temporaryPassword };
    return { app, lasts: 7 * DAY, works: async () => isOk(await attemptSignIn(app, app.client(), credentials)) };
  },
  'the right to a receipt': async () => {
    const { app, smtp } = await mailing({ OUTCOME_RECEIPT: 'true', EXIT_HOSTS: 'shop.example' });
    await setExit(app, 'https://shop.example/back');
    const client = app.client();
    await confirmAddress(app, client, smtp, 'anna@example.com');
    const works = async () => String((await client.post('/api/guest/leave')).json().url).includes('receipt=');
    return { app, lasts: DAY - 15 * SECOND, works };
  },
};

test.for(Object.keys(CREDENTIALS))('Until it expires, %s works', async (what) => {
  const { app, lasts, works } = await (CREDENTIALS[what] as () => Promise<Credential>)();
  app.clock.advance(lasts - SECOND);
  expect(await works()).toBe(true);
});

test.for(Object.keys(CREDENTIALS))('After it expires, %s is refused, although nothing was swept', async (what) => {
  const { app, lasts, works } = await (CREDENTIALS[what] as () => Promise<Credential>)();
  app.clock.advance(lasts);
  expect(await works()).toBe(false);
});

/** What expires by each column: one of the above, or nothing that a client can use. */
const COLUMNS: Record<string, string> = {
  'api_keys.expires_at': 'an API key',
  'begun_sign_ins.expires_at': 'a pending sign-in',
  'bulk_jobs.claimed_until': 'a lease between processes',
  'email_changes.expires_at': 'a code for another email address',
  'gate_tokens.expires_at': 'a gate token',
  'guest_verifications.expires_at': 'a code for a guest',
  'send_rates.used_until': 'a limit',
  'oidc_flows.begun_at': 'a flow at the sign-on provider',
  'outbox.claimed_until': 'a lease between processes',
  'outbox.expires_at': 'a queued email',
  'registrations.expires_at': 'a code for a registration',
  'sessions.expires_at': 'an idle session',
  'sessions.proven_at': 'a step-up',
  'sign_in_attempts.blocked_until': 'a delay after wrong passwords',
  'totp_apps.offered_until': "the offer of an app's secret",
  'used_captchas.expires_at': 'a solved captcha',
  'used_challenges.expires_at': 'a challenge to sign in with a passkey',
  'users.temporary_password_at': 'a temporary password',
};

test('Every column with an expiry is listed here', async () => {
  const app = await startApp();
  const tables = await app.db.introspection.getTables();
  const found = tables.flatMap(({ name, columns }) =>
    columns
      .map((column) => `${name}.${column.name}`)
      .filter((column) => /(?:expires_at|_until|begun_at|proven_at|temporary_password_at)$/.test(column)),
  );
  expect(found.sort()).toEqual(Object.keys(COLUMNS).sort());
});
