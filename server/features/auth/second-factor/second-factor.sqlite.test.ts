import { describe, expect, test } from 'vitest';
import type { SecondFactors } from '../../../../contract/auth/second-factor.ts';
import { attemptSignIn, createAccount, PASSWORD, signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { Authenticator } from '../../../../tests/support/authenticator.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { describedRoutes } from '../../../../tests/support/routes.ts';
import {
  addPasskey,
  addTotp,
  begunSignIn,
  failureReasons,
  OWN,
  passkeyOptions,
  secondStep,
  totpCode,
  wrongCode,
} from '../../../../tests/support/second-factor.ts';
import { expectUnsaid } from '../../../../tests/support/secrecy.ts';

const own = async (client: HttpClient): Promise<SecondFactors> => (await client.get(OWN)).json();
const remove = (client: HttpClient, path: string) => client.request({ method: 'DELETE', url: `${OWN}/${path}` });
const userOf = (app: TestApp, username = 'mira') =>
  app.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirstOrThrow();
const changes = async (app: TestApp) => {
  const rows = await app.db
    .selectFrom('activity')
    .select(['details', 'staff'])
    .where('action', '=', 'profile_update')
    .orderBy('id')
    .execute();
  return rows.map(({ details, staff }) => ({ ...JSON.parse(details as string), staff }));
};
const mailsTo = async (app: TestApp, recipient: string) => {
  const rows = await app.db.selectFrom('outbox').select('id').where('recipient', '=', recipient).execute();
  return rows.length;
};

/** Mira, signed in, and the authenticator app that she added. */
async function miraWithTotp() {
  const app = await startApp();
  await createAccount(app, { email: 'mira@example.com' });
  const client = await signedIn(app);
  return { app, client, ...(await addTotp(app, client)) };
}

describe('An authenticator app', () => {
  test('A wrong code does not add an authenticator app', async () => {
    const app = await startApp();
    await createAccount(app, { email: 'mira@example.com' });
    const client = await signedIn(app);
    expect(await own(client)).toEqual({ passkeys: [], totpSince: null, recoveryCodesLeft: 0, required: false });
    const offer = (await client.post(`${OWN}/totp`)).json();
    expect(offer.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(offer.uri).toMatch(/^otpauth:\/\/totp\/.*mira\?.*secret=/);
    const wrong = await client.post(`${OWN}/totp/confirm`, { totp: wrongCode(offer.secret, app.clock.now()) });
    expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'wrong_second_factor']);
    expect((await userOf(app)).second_factor).toBe(0);
  });

  test('A right code adds the authenticator app, with ten recovery codes and an email to the user', async () => {
    const { app, client, recoveryCodes } = await miraWithTotp();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(await own(client)).toMatchObject({ totpSince: expect.any(String), recoveryCodesLeft: 10 });
    expect((await client.get('/api/auth/user')).json()).toMatchObject({ secondFactor: true });
    expect(await mailsTo(app, 'mira@example.com')).toBe(1);
  });

  test('A right password only begins the sign-in of a user with an authenticator app', async () => {
    const { app } = await miraWithTotp();
    const browser = app.client();
    const begun = await attemptSignIn(app, browser);
    expect(begun.json()).toEqual({ secondStep: { passkey: false, totp: true, recoveryCode: true } });
    expect([...browser.cookies.keys()]).toEqual(['sign-in']);
    expect(String(begun.headers['set-cookie'])).toMatch(
      /^sign-in=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401);
  });

  test('A right code completes the sign-in and leaves neither a pending sign-in nor a failure', async () => {
    const { app, secret } = await miraWithTotp();
    const browser = await begunSignIn(app);
    const code = totpCode(secret, app.clock.now());
    const entered = await secondStep(browser, { totp: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(entered.json()).toMatchObject({ username: 'mira', secondFactor: true, mustAddSecondFactor: false });
    expect([...browser.cookies.keys()].sort()).toEqual(['device', 'gatehouse']);
    expect((await browser.get('/api/auth/user')).statusCode).toBe(200);
    expect(await app.db.selectFrom('begun_sign_ins').selectAll().execute()).toEqual([]);
    expect(await app.db.selectFrom('sign_in_attempts').select('failures').where('failures', '>', 0).execute()).toEqual(
      [],
    );
  });

  test('Neither the secret nor a code is in the log', async () => {
    const { app, secret, recoveryCodes } = await miraWithTotp();
    const code = totpCode(secret, app.clock.now());
    expect((await secondStep(await begunSignIn(app), { totp: code })).statusCode).toBe(200);
    const logged = `${app.logged.join('')}${JSON.stringify(await app.db.selectFrom('activity').selectAll().execute())}`;
    expectUnsaid(code, logged);
    for (const kept of [secret, ...recoveryCodes]) expect(logged).not.toContain(kept);
  });

  test('The previous and the next code of an app are accepted, no other', async () => {
    const app = await startApp();
    await createAccount(app);
    const { secret } = await addTotp(app, await signedIn(app));
    app.clock.advance(120_000);
    for (const [steps, status] of [
      [-2, 400],
      [2, 400],
      [-1, 200],
      [1, 200],
    ] as const) {
      const browser = await begunSignIn(app);
      expect([
        steps,
        (await secondStep(browser, { totp: totpCode(secret, app.clock.now(), steps) })).statusCode,
      ]).toEqual([steps, status]);
    }
  });

  test('A new app replaces the old one, whose codes stop working', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const first = await addTotp(app, client);
    const second = await addTotp(app, client);
    expect(second.recoveryCodes).toBeNull();
    const browser = await begunSignIn(app);
    const now = app.clock.now();
    expect((await secondStep(browser, { totp: totpCode(first.secret, now) })).statusCode).toBe(400);
    expect((await secondStep(browser, { totp: totpCode(second.secret, now) })).statusCode).toBe(200);
  });

  test('An offered app must be confirmed within 15 minutes', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const { secret } = (await client.post(`${OWN}/totp`)).json();
    app.clock.advance(15 * 60_000);
    await client.post('/api/auth/proof', { password: PASSWORD });
    const late = await client.post(`${OWN}/totp/confirm`, { totp: totpCode(secret, app.clock.now()) });
    expect([late.statusCode, late.json().error]).toEqual([400, 'bad_input']);
  });
});

describe('A passkey', () => {
  test('A passkey is added and renamed, and signs in alone or after the password', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const passkey = await addPasskey(client);
    const [added] = (await own(client)).passkeys;
    expect(added).toMatchObject({ name: 'My laptop', usedAt: null });
    const renamed = await client.request({
      method: 'PATCH',
      url: `${OWN}/passkeys/${added?.id}`,
      payload: { name: 'Desk' },
    });
    expect([renamed.statusCode, (await own(client)).passkeys[0]?.name]).toEqual([200, 'Desk']);

    const alone = app.client();
    const options = await passkeyOptions(alone);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials).toBeUndefined();
    const entered = await alone.post('/api/auth/login/passkey', { passkey: passkey.get(options) });
    expect(entered.json()).toMatchObject({ username: 'mira' });
    expect((await alone.get('/api/auth/user')).statusCode).toBe(200);

    const after = await begunSignIn(app);
    const asked = await passkeyOptions(after);
    expect(asked.allowCredentials).toEqual([{ id: passkey.id, type: 'public-key', transports: ['internal'] }]);
    expect((await secondStep(after, { passkey: passkey.get(asked) })).json()).toMatchObject({ username: 'mira' });
    expect((await own(client)).passkeys[0]?.usedAt).toBe(new Date(app.clock.now()).toISOString());
    const [excluded] = (await client.post(`${OWN}/passkeys/options`)).json().excludeCredentials;
    expect(excluded.id).toBe(passkey.id);
  });

  test('A passkey signs in from the first step while another tab is in the second', async () => {
    const app = await startApp();
    await createAccount(app);
    const passkey = await addPasskey(await signedIn(app));
    const browser = await begunSignIn(app);
    const answer = passkey.get(await passkeyOptions(browser));
    expect((await browser.post('/api/auth/login/passkey', { passkey: answer })).statusCode).toBe(200);
    expect(await app.db.selectFrom('begun_sign_ins').selectAll().execute()).toEqual([]);
  });

  test('A passkey belongs to one account, which has at most twenty', async () => {
    const app = await startApp();
    await createAccount(app);
    await createAccount(app, { username: 'hugo' });
    const [mira, hugo] = [await signedIn(app), await signedIn(app, { username: 'hugo' })];
    const passkey = await addPasskey(mira);
    const options = (await hugo.post(`${OWN}/passkeys/options`)).json();
    const taken = await hugo.post(`${OWN}/passkeys`, { name: 'mine', passkey: passkey.create(options) });
    expect([taken.statusCode, taken.json().error]).toEqual([400, 'bad_input']);
    expect((await userOf(app, 'hugo')).second_factor).toBe(0);
    const { id: user_id } = await userOf(app);
    const rows = Array.from({ length: 19 }, (_, index) => ({
      id: `passkey-${index}`,
      user_id,
      credential_id: `credential-${index}`,
      public_key: '',
      counter: 0,
      transports: '[]',
      backed_up: 0,
      name: 'another',
      created_at: 0,
      used_at: null,
    }));
    await app.db.insertInto('passkeys').values(rows).execute();
    const more = (await mira.post(`${OWN}/passkeys/options`)).json();
    const refused = await mira.post(`${OWN}/passkeys`, { name: 'one more', passkey: new Authenticator().create(more) });
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'You can have at most 20 passkeys. Remove one first.',
    ]);
  });
});

describe('Recovery codes', () => {
  test('A recovery code works once, however it is typed, until there are new ones', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const without = await client.post(`${OWN}/recovery-codes`);
    expect([without.statusCode, without.json().error]).toEqual([400, 'bad_input']);
    const { recoveryCodes } = await addTotp(app, client);
    const [first = '', second = ''] = recoveryCodes;
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect((await secondStep(await begunSignIn(app), { recoveryCode: typed })).statusCode).toBe(200);
    const again = await secondStep(await begunSignIn(app), { recoveryCode: first });
    expect([again.statusCode, again.json().error]).toEqual([400, 'wrong_second_factor']);
    expect((await own(client)).recoveryCodesLeft).toBe(9);
    const { recoveryCodes: fresh } = (await client.post(`${OWN}/recovery-codes`)).json();
    expect((await own(client)).recoveryCodesLeft).toBe(10);
    expect((await secondStep(await begunSignIn(app), { recoveryCode: second })).statusCode).toBe(400);
    expect((await secondStep(await begunSignIn(app), { recoveryCode: fresh[0] })).statusCode).toBe(200);
    const stored = JSON.stringify(await app.db.selectFrom('recovery_codes').selectAll().execute());
    for (const code of [...recoveryCodes, ...fresh]) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
  });

  test('Recovery codes alone are no second factor and go with the last app or passkey', async () => {
    const app = await startApp();
    await createAccount(app, { email: 'mira@example.com' });
    const client = await signedIn(app);
    await addTotp(app, client);
    const passkey = await addPasskey(client);
    expect((await remove(client, 'totp')).statusCode).toBe(200);
    expect((await attemptSignIn(app, app.client())).json()).toEqual({
      secondStep: { passkey: true, totp: false, recoveryCode: true },
    });
    const [{ id } = { id: '' }] = (await own(client)).passkeys;
    expect((await remove(client, `passkeys/${id}`)).statusCode).toBe(200);
    expect(await own(client)).toEqual({ passkeys: [], totpSince: null, recoveryCodesLeft: 0, required: false });
    expect((await client.get('/api/auth/user')).json()).toMatchObject({ secondFactor: false });
    expect((await attemptSignIn(app, app.client())).json()).toMatchObject({ username: 'mira' });
    const alone = app.client();
    const gone = await alone.post('/api/auth/login/passkey', { passkey: passkey.get(await passkeyOptions(alone)) });
    expect([gone.statusCode, gone.json().error]).toEqual([401, 'wrong_credentials']);
    for (const path of ['totp', `passkeys/${id}`]) expect((await remove(client, path)).statusCode).toBe(404);
    const own_ = { staff: 0 };
    expect(await changes(app)).toEqual([
      { ...own_, change: 'second factor added', factor: 'app' },
      { ...own_, change: 'second factor added', factor: 'passkey' },
      { ...own_, change: 'second factor removed', factor: 'app' },
      { ...own_, change: 'second factor removed', factor: 'passkey' },
    ]);
    // One more than the changes: of a sign-in in a browser that the account did not know.
    expect(await mailsTo(app, 'mira@example.com')).toBe(5);
  });
});

describe('A pending sign-in', () => {
  test('A pending sign-in expires after five minutes or five wrong factors', async () => {
    const app = await startApp();
    await createAccount(app);
    const { secret, recoveryCodes } = await addTotp(app, await signedIn(app));
    const late = await begunSignIn(app);
    const expired = async (client: HttpClient) => {
      const answer = await secondStep(client, { totp: totpCode(secret, app.clock.now()) });
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'sign_in_expired']);
    };
    app.clock.advance(5 * 60_000);
    await expired(late);
    await expired(app.client());
    const planted = app.client();
    planted.cookies.set('sign-in', 'made-up');
    await expired(planted);

    const tired = await begunSignIn(app);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await secondStep(tired, { recoveryCode: `wrong-${tries}` })).statusCode).toBe(400);
    app.clock.advance(1_000);
    const over = await secondStep(tired, { recoveryCode: recoveryCodes[0] as string });
    expect([over.statusCode, over.json().error]).toEqual([401, 'sign_in_expired']);
    expect(await failureReasons(app)).toEqual(Array(5).fill('wrong second factor'));
    app.clock.advance(10 * 60_000);
    await app.sweep();
    expect(await app.db.selectFrom('begun_sign_ins').selectAll().execute()).toEqual([]);
  });

  const between: [string, (app: TestApp, id: string, inside: HttpClient) => Promise<unknown>, unknown[]][] = [
    [
      'a suspension',
      async (app, id) =>
        (await signedIn(app, ADMIN)).request({
          method: 'PATCH',
          url: `/api/admin/users/${id}/status`,
          payload: { status: 'suspended' },
        }),
      [403, 'account_suspended'],
    ],
    [
      'a deletion',
      async (app, id) => (await signedIn(app, ADMIN)).request({ method: 'DELETE', url: `/api/admin/users/${id}` }),
      [401, 'sign_in_expired'],
    ],
    [
      'a reset of the password',
      async (app, id) => (await signedIn(app, ADMIN)).post(`/api/admin/users/${id}/reset-password`),
      [401, 'sign_in_expired'],
    ],
    [
      'another password',
      async (_app, _id, inside) =>
        inside.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another horse battery' }),
      [401, 'sign_in_expired'],
    ],
    ['the removal of the factor', async (_app, _id, inside) => remove(inside, 'totp'), [401, 'sign_in_expired']],
    [
      'a reset of the factor',
      async (app, id) =>
        (await signedIn(app, ADMIN)).request({ method: 'DELETE', url: `/api/admin/users/${id}/second-factor` }),
      [401, 'sign_in_expired'],
    ],
  ];
  test.for(between)('A pending sign-in ends with %s', async ([, happen, outcome]) => {
    const app = await startApp();
    const { id } = await createAccount(app);
    const inside = await signedIn(app);
    const { secret } = await addTotp(app, inside);
    const browser = await begunSignIn(app);
    expect(await happen(app, id, inside)).toMatchObject({ statusCode: 200 });
    const answer = await secondStep(browser, { totp: totpCode(secret, app.clock.now()) });
    expect([answer.statusCode, answer.json().error]).toEqual(outcome);
    expect((await browser.get('/api/auth/user')).statusCode).toBe(401);
  });

  test('A temporary password counts as used only once the second factor was shown', async () => {
    const app = await startApp();
    const { id } = await createAccount(app);
    const { recoveryCodes } = await addTotp(app, await signedIn(app));
    const admin = await signedIn(app, ADMIN);
    const { temporaryPassword: password } = (await admin.post(`/api/admin/users/${id}/reset-password`)).json();
    const browser = await begunSignIn(app, { password });
    const stateOf = async () => (await admin.get(`/api/admin/users/${id}/details`)).json();
    expect(await stateOf()).toMatchObject({ secondFactor: true, password: { state: 'temporary' } });
    expect((await secondStep(browser, { recoveryCode: recoveryCodes[0] as string })).json()).toMatchObject({
      mustChangePassword: true,
    });
    expect(await stateOf()).toMatchObject({ password: { state: 'used' } });
    const changed = await browser.post('/api/auth/change-password', { newPassword: 'another horse battery' });
    expect(changed.statusCode).toBe(200);
  });
});

describe("The log and the owner's email", () => {
  const ways = async (app: TestApp) =>
    (await app.db.selectFrom('activity').select('details').where('action', '=', 'login').orderBy('id').execute()).map(
      ({ details }) => JSON.parse(details as string).way,
    );

  test('The log says how a user signed in', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const { secret, recoveryCodes } = await addTotp(app, client);
    const passkey = await addPasskey(client);
    const entered = [
      await secondStep(await begunSignIn(app), { totp: totpCode(secret, app.clock.now()) }),
      await secondStep(await begunSignIn(app), { recoveryCode: recoveryCodes[0] }),
    ];
    const browser = await begunSignIn(app);
    entered.push(await secondStep(browser, { passkey: passkey.get(await passkeyOptions(browser)) }));
    const alone = app.client();
    entered.push(await alone.post('/api/auth/login/passkey', { passkey: passkey.get(await passkeyOptions(alone)) }));
    expect(entered.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await ways(app)).toEqual([
      'password',
      'password and app',
      'password and recovery code',
      'password and passkey',
      'passkey',
    ]);
  });

  test('The owner is notified of a stranger who knows the password, not of their own typos', async () => {
    const app = await startApp();
    await createAccount(app, { email: 'mira@example.com' });
    const client = await signedIn(app);
    const { secret } = await addTotp(app, client);
    const wrong = { totp: wrongCode(secret, app.clock.now()) };
    const added = await mailsTo(app, 'mira@example.com');
    await client.post('/api/auth/logout');
    expect((await secondStep(await begunSignIn(app, {}, client), wrong)).statusCode).toBe(400);
    expect(await mailsTo(app, 'mira@example.com')).toBe(added);
    expect((await secondStep(await begunSignIn(app), wrong)).statusCode).toBe(400);
    expect(await mailsTo(app, 'mira@example.com')).toBe(added + 1);
    expect(await failureReasons(app)).toEqual(['wrong second factor', 'wrong second factor']);
  });
});

describe('REQUIRE_MFA', () => {
  test('Staff without a second factor can only add one, whichever route they call', async () => {
    const app = await startApp({ env: { REQUIRE_MFA: 'admins' } });
    await createAccount(app);
    expect((await signedIn(app).then((user) => user.get('/api/user/profile'))).statusCode).toBe(200);
    const admin = await signedIn(app, ADMIN);
    expect((await admin.get('/api/auth/user')).json()).toMatchObject({ mustAddSecondFactor: true });
    const open = ['anyone', 'guest', 'signed-in', 'own-password'];
    const closed = (await describedRoutes(app)).filter(({ access }) => !open.includes(access));
    expect(closed.length).toBeGreaterThan(60);
    for (const { method, path } of closed) {
      const url = path.replaceAll(/\{\w+\}/g, 'some-id');
      const answer = await admin.request({ method, url, ...(method !== 'GET' && { payload: {} }) });
      expect([method, path, answer.statusCode, answer.json().error]).toEqual([
        method,
        path,
        403,
        'second_factor_required',
      ]);
    }
    expect(await own(admin)).toMatchObject({ required: true });
    await addTotp(app, admin);
    expect((await admin.get('/api/admin/stats')).statusCode).toBe(200);
    expect((await admin.get('/api/auth/user')).json()).toMatchObject({ mustAddSecondFactor: false });

    const last = await remove(admin, 'totp');
    expect([last.statusCode, last.json().error]).toEqual([409, 'last_second_factor']);
    await addPasskey(admin);
    expect((await remove(admin, 'totp')).statusCode).toBe(200);
    const [{ id } = { id: '' }] = (await own(admin)).passkeys;
    expect((await remove(admin, `passkeys/${id}`)).statusCode).toBe(409);
    expect((await userOf(app, 'admin')).second_factor).toBe(1);
  });

  test('REQUIRE_MFA for everybody includes users, and two simultaneous removals leave one factor', async () => {
    const app = await startApp({ env: { REQUIRE_MFA: 'everyone' } });
    await createAccount(app);
    const client = await signedIn(app);
    expect((await client.get('/api/user/profile')).json()).toMatchObject({ error: 'second_factor_required' });
    await addTotp(app, client);
    await addPasskey(client);
    const [{ id } = { id: '' }] = (await own(client)).passkeys;
    const removed = await Promise.all([remove(client, 'totp'), remove(client, `passkeys/${id}`)]);
    expect(removed.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('A reset of second factors by staff', () => {
  const reset = (client: HttpClient, id: string) =>
    client.request({ method: 'DELETE', url: `/api/admin/users/${id}/second-factor` });

  test('A reset removes all factors, ends every session, is logged and notifies the owner', async () => {
    const app = await startApp();
    const { id } = await createAccount(app, { email: 'mira@example.com' });
    const client = await signedIn(app);
    await addTotp(app, client);
    await addPasskey(client);
    const admin = await signedIn(app, ADMIN);
    const before = await mailsTo(app, 'mira@example.com');
    expect((await reset(admin, id)).statusCode).toBe(200);
    expect((await client.get('/api/auth/user')).statusCode).toBe(401);
    expect((await attemptSignIn(app, app.client())).json()).toMatchObject({ username: 'mira', secondFactor: false });
    // And of the sign-in that followed, in a browser that the account did not know.
    expect(await mailsTo(app, 'mira@example.com')).toBe(before + 2);
    expect((await changes(app)).at(-1)).toEqual({
      change: 'second factor reset',
      user: id,
      username: 'mira',
      staff: 1,
    });
    for (const table of ['passkeys', 'totp_apps', 'recovery_codes'] as const)
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
    const entries = (await changes(app)).length;
    expect((await reset(admin, id)).statusCode).toBe(200);
    expect(await changes(app)).toHaveLength(entries);
  });

  test('A reset is not for oneself, and for staff only by admins', async () => {
    const app = await startApp();
    const [boss, helper, user] = [
      await createAccount(app, { username: 'boss', role: 'manager' }),
      await createAccount(app, { username: 'helper', role: 'helper' }),
      await createAccount(app),
    ];
    for (const username of ['boss', 'helper', 'mira']) await addTotp(app, await signedIn(app, { username }));
    const admin = await signedIn(app, ADMIN);
    const { id: adminId } = (await admin.get('/api/auth/user')).json();
    const outcome = async (client: HttpClient, id: string) => {
      const answer = await reset(client, id);
      return answer.json().error ?? answer.statusCode;
    };
    expect(await outcome(admin, adminId)).toBe('own_account');
    expect(await outcome(admin, boss.id)).toBe(200);
    const manager = await signedIn(app, { username: 'boss' });
    expect(await outcome(manager, boss.id)).toBe('own_account');
    expect(await outcome(manager, helper.id)).toBe('not_allowed');
    expect(await outcome(manager, adminId)).toBe('not_allowed');
    expect(await outcome(manager, user.id)).toBe(200);
    app.clock.advance(10 * 60_000);
    expect(await outcome(admin, helper.id)).toBe('fresh_proof_needed');
  });
});

describe('A step-up', () => {
  const PROOF = '/api/auth/proof';
  const stale = async (app: TestApp, client: HttpClient) => {
    app.clock.advance(10 * 60_000);
    expect((await client.post(`${OWN}/totp`)).json()).toMatchObject({ error: 'fresh_proof_needed' });
  };

  test('Without a second factor the password is a step-up for ten minutes', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    await stale(app, client);
    expect((await client.get(PROOF)).json()).toEqual({
      password: true,
      factors: { passkey: false, totp: false, recoveryCode: false },
      provenUntil: null,
    });
    const wrong = await client.post(PROOF, { password: 'wrong' });
    expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'wrong_password']);
    expect((await client.post(PROOF, { password: PASSWORD })).statusCode).toBe(200);
    expect((await client.get(PROOF)).json().provenUntil).toBe(new Date(app.clock.now() + 600_000).toISOString());
    expect((await client.post(`${OWN}/totp`)).statusCode).toBe(200);
    expect(await failureReasons(app)).toEqual(['wrong password at a proof']);
  });

  test('With a second factor only a factor is a step-up, not the password', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const { secret, recoveryCodes } = await addTotp(app, client);
    const passkey = await addPasskey(client);
    const factors = { passkey: true, totp: true, recoveryCode: true };
    const ways: (() => Promise<object>)[] = [
      async () => ({ totp: totpCode(secret, app.clock.now()) }),
      async () => ({ recoveryCode: recoveryCodes[0] }),
      async () => ({ passkey: passkey.get((await client.post(`${PROOF}/passkey/options`)).json()) }),
    ];
    for (const show of ways) {
      await stale(app, client);
      expect((await client.get(PROOF)).json()).toMatchObject({ password: false, factors });
      expect((await client.post(PROOF, { password: PASSWORD })).json()).toMatchObject({ error: 'bad_input' });
      const shown = await show();
      expect((await client.post(PROOF, shown)).statusCode).toBe(200);
      expect((await client.post(`${OWN}/totp`)).statusCode).toBe(200);
      const again = await client.post(PROOF, shown);
      expect([again.statusCode, again.json().error]).toEqual([400, 'wrong_second_factor']);
    }
    expect(await failureReasons(app)).toEqual(Array(3).fill('wrong second factor at a proof'));
  });

  test('A step-up allows no more guesses than the sign-in page', async () => {
    const app = await startApp();
    await createAccount(app);
    const client = await signedIn(app);
    const { secret } = await addTotp(app, client);
    const totp = wrongCode(secret, app.clock.now());
    for (let tries = 0; tries < 5; tries += 1) expect((await client.post(PROOF, { totp })).statusCode).toBe(400);
    const delayed = await client.post(PROOF, { totp: totpCode(secret, app.clock.now()) });
    expect([delayed.statusCode, delayed.headers['retry-after']]).toEqual([429, '1']);
    app.clock.advance(1_000);
    expect((await client.post(PROOF, { totp: totpCode(secret, app.clock.now()) })).statusCode).toBe(200);
  });
});
