import { describe, expect, test } from 'vitest';
import { attemptSignIn, createAccount, PASSWORD, signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import { detail } from '../../../../tests/support/detail.ts';
import {
  beginLink,
  beginSso,
  IdentityProvider,
  linkBySso,
  signInBySso,
  throughProvider,
} from '../../../../tests/support/identity-provider.ts';
import { FLOW_MS } from './flows.ts';

const ANN = { username: 'ann', password: PASSWORD };
const LINKED = '/user/email-entry?sso=linked';

/** Ann is a helper with a link to the provider. */
async function linked(env: Record<string, string> = {}) {
  const provider = await IdentityProvider.start();
  const app = await startApp({ env: { ...provider.env, ...env } });
  const ann = await createAccount(app, { username: 'ann', role: 'helper', email: 'ann@portal.example' });
  const client = await signedIn(app, ANN);
  expect(await linkBySso(client), provider.refusals.join()).toBe(LINKED);
  return { provider, app, ann, client };
}

const entries = async (app: TestApp, action: 'login' | 'failed_login' | 'profile_update') =>
  (await app.db.selectFrom('activity').selectAll().where('action', '=', action).orderBy('id').execute()).map(
    ({ user_id, details }) => ({ user: user_id, ...(details === null ? {} : JSON.parse(details)) }),
  );

const whoIs = async (client: { get(url: string): Promise<{ statusCode: number; json(): { username?: string } }> }) => {
  const answer = await client.get('/api/auth/user');
  return answer.statusCode === 200 ? (answer.json().username ?? '') : null;
};

describe('Linking an account for single sign-on', () => {
  test('A link binds issuer and subject to the account, with a log entry and an email', async () => {
    const { provider, app, ann, client } = await linked();
    const [row] = await app.db.selectFrom('oidc_links').selectAll().execute();
    expect(row).toMatchObject({ user_id: ann.id, issuer: provider.issuer, subject: 'subject-of-ann', used_at: null });
    expect((await client.get('/api/auth/sso')).json()).toEqual({
      provider: new URL(provider.issuer).host,
      linkedAt: new Date(app.clock.now()).toISOString(),
      usedAt: null,
    });
    expect(await entries(app, 'profile_update')).toEqual([
      { user: ann.id, change: 'sso linked', provider: new URL(provider.issuer).host },
    ]);
    expect(await app.db.selectFrom('outbox').select('recipient').execute()).toEqual([
      { recipient: 'ann@portal.example' },
    ]);
  });

  test('Linking and unlinking need a recent step-up', async () => {
    const { app, client } = await linked();
    app.clock.advance(10 * 60_000);
    const link = await client.post('/api/auth/sso/link');
    const unlink = await client.request({ method: 'DELETE', url: '/api/auth/sso/link' });
    for (const answer of [link, unlink]) expect(answer.json().error).toBe('fresh_proof_needed');
  });

  test('Only staff can link', async () => {
    const provider = await IdentityProvider.start();
    const app = await startApp({ env: provider.env });
    await createAccount(app);
    const client = await signedIn(app);
    expect((await client.post('/api/auth/sso/link')).json().error).toBe('not_allowed');
    expect((await client.get('/api/auth/sso')).json().error).toBe('not_allowed');
  });

  test('A link works only in the session that began it', async () => {
    const { provider, app, client } = await linked();
    provider.person = { sub: 'somebody else' };
    const back = await throughProvider(await beginLink(client));
    await client.post('/api/auth/logout');
    await attemptSignIn(app, client, ADMIN);
    expect((await client.get(back)).headers.location).toBe('/user/email-entry?sso=expired');
    expect(await app.db.selectFrom('oidc_links').select('subject').execute()).toEqual([{ subject: 'subject-of-ann' }]);
  });

  test("A provider's account is linked to one account, unless its holder is no longer staff", async () => {
    const { app, ann } = await linked();
    const admin = await signedIn(app, ADMIN);
    expect(await linkBySso(admin)).toBe('/user/email-entry?sso=taken');
    await app.db.updateTable('users').set({ role: 'user' }).where('id', '=', ann.id).execute();
    expect(await linkBySso(admin)).toBe(LINKED);
    expect(await app.db.selectFrom('oidc_links').select('subject').execute()).toHaveLength(1);
  });

  test('A second link replaces the first', async () => {
    const { provider, app, client } = await linked();
    provider.person = { sub: 'a new subject' };
    expect(await linkBySso(client)).toBe(LINKED);
    expect(await app.db.selectFrom('oidc_links').select('subject').execute()).toEqual([{ subject: 'a new subject' }]);
  });

  test('Unlinking ends the link, with a log entry and an email', async () => {
    const { app, ann, client } = await linked();
    const unlink = () => client.request({ method: 'DELETE', url: '/api/auth/sso/link' });
    expect((await unlink()).json()).toEqual({ success: true });
    expect((await unlink()).json()).toEqual({ success: true });
    expect((await entries(app, 'profile_update')).map(({ change }) => change)).toEqual(['sso linked', 'sso unlinked']);
    expect(await app.db.selectFrom('outbox').select('recipient').execute()).toHaveLength(2);
    expect((await client.get('/api/auth/sso')).json().linkedAt).toBeNull();
    const stranger = app.client();
    expect(await signInBySso(stranger)).toBe('/auth?sso=not-linked');
    expect(await entries(app, 'failed_login')).toEqual([{ user: null, reason: 'single sign-on not linked' }]);
    expect((await attemptSignIn(app, app.client(), ANN)).statusCode).toBe(200);
    expect(ann.role).toBe('helper');
  });

  test('A password reset ends the link: an intruder may have linked their own', async () => {
    const { app, ann } = await linked();
    const admin = await signedIn(app, ADMIN);
    const reset = await admin.post(`/api/admin/users/${ann.id}/reset-password`, {});
    expect(reset.statusCode, reset.body).toBe(200);
    expect(await signInBySso(app.client())).toBe('/auth?sso=not-linked');
  });

  test('Deleting the account ends the link', async () => {
    const { app, ann } = await linked();
    const admin = await signedIn(app, ADMIN);
    expect((await admin.request({ method: 'DELETE', url: `/api/admin/users/${ann.id}` })).statusCode).toBe(200);
    expect(await app.db.selectFrom('oidc_links').selectAll().execute()).toEqual([]);
  });
});

describe('Single sign-on', () => {
  test('Single sign-on leads to the wanted page, by way of the sign-in page', async () => {
    const { app, ann } = await linked();
    const client = app.client();
    const back = await signInBySso(client, '?page=/admin/login&next=%2Fadmin%2Fguest-activity%3Fq%3Da');
    expect(back).toBe('/admin/login?next=%2Fadmin%2Fguest-activity%3Fq%3Da');
    expect(await whoIs(client)).toBe('ann');
    expect((await entries(app, 'login')).at(-1)).toEqual({ user: ann.id, way: 'single sign-on' });
    const [row] = await app.db.selectFrom('oidc_links').select('used_at').execute();
    expect(row?.used_at).toBe(app.clock.now());
    expect(client.cookies.has('device')).toBe(true);
  });

  test('A wanted address elsewhere is ignored', async () => {
    const { app } = await linked();
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/a b',
      `/${'x'.repeat(3_000)}`,
      '',
    ])
      expect(await signInBySso(app.client(), `?${new URLSearchParams({ next })}`), next).toBe('/auth');
  });

  detail('Single sign-on replaces the session of the same browser', async () => {
    const { app, client } = await linked();
    const before = client.cookies.get('gatehouse');
    await signInBySso(client);
    const cookie = `gatehouse=${before}`;
    expect((await client.request({ url: '/api/auth/user', headers: { cookie } })).statusCode).toBe(401);
    expect(await whoIs(client)).toBe('ann');
    expect(app.logged.join('\n')).not.toMatch(/code=|state=/);
  });

  test('Single sign-on is no step-up, because the provider may not have asked for anything', async () => {
    const { app } = await linked();
    const client = app.client();
    await signInBySso(client);
    expect((await client.post('/api/auth/sso/link')).json().error).toBe('fresh_proof_needed');
  });

  test('A suspended user stays out', async () => {
    const { app, ann } = await linked();
    await app.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', ann.id).execute();
    const client = app.client();
    expect(await signInBySso(client)).toBe('/auth?sso=suspended');
    expect(await whoIs(client)).toBeNull();
    expect(await entries(app, 'failed_login')).toEqual([{ user: ann.id, reason: 'suspended' }]);
  });

  detail('A user who must sign in again is active after single sign-on', async () => {
    const { app, ann } = await linked();
    await app.db.updateTable('users').set({ status: 'needs_auth' }).where('id', '=', ann.id).execute();
    const client = app.client();
    expect(await signInBySso(client)).toBe('/auth');
    expect((await client.get('/api/auth/user')).json().status).toBe('active');
  });

  test('A link of a former member of staff does nothing', async () => {
    const { app, ann } = await linked();
    await app.db.updateTable('users').set({ role: 'user' }).where('id', '=', ann.id).execute();
    const client = app.client();
    expect(await signInBySso(client)).toBe('/auth?sso=not-linked');
    expect(await whoIs(client)).toBeNull();
  });

  detail('The password still works beside single sign-on', async () => {
    const { app } = await linked();
    expect((await attemptSignIn(app, app.client(), ANN)).statusCode).toBe(200);
    expect((await attemptSignIn(app, app.client(), ADMIN)).statusCode).toBe(200);
  });

  test('A flow expires after ten minutes at the provider', async () => {
    const { app } = await linked();
    const client = app.client();
    const back = await throughProvider(await beginSso(client));
    app.clock.advance(FLOW_MS);
    expect((await client.get(back)).headers.location).toBe('/auth?sso=expired');
    expect(await whoIs(client)).toBeNull();
  });

  test('A user who cancels at the provider reads so, and nothing is recorded', async () => {
    const { app } = await linked();
    const client = app.client();
    const address = new URL(await beginSso(client, '?page=/admin/login'));
    const answer = { error: 'access_denied', state: address.searchParams.get('state') ?? '', iss: address.origin };
    const back = await client.get(`/api/auth/sso/callback?${new URLSearchParams(answer)}`);
    expect(back.headers.location).toBe('/admin/login?sso=cancelled');
    expect(await entries(app, 'failed_login')).toEqual([]);
  });

  test('Two tabs of one browser do not disturb each other', async () => {
    const { app } = await linked();
    const client = app.client();
    const one = await throughProvider(await beginSso(client));
    const other = await throughProvider(await beginSso(client));
    expect((await client.get(one)).headers.location).toBe('/auth');
    expect((await client.get(other)).headers.location).toBe('/auth');
  });
});

describe('A second factor beside single sign-on', () => {
  const withFactor = async (app: TestApp, id: string) =>
    app.db.updateTable('users').set({ second_factor: 1 }).where('id', '=', id).execute();

  test("The account's own second factor is asked for whatever the provider claims", async () => {
    const { provider, app, ann } = await linked();
    await withFactor(app, ann.id);
    provider.person = { sub: 'subject-of-ann', amr: ['mfa'], acr: 'gold' };
    const client = app.client();
    expect(await signInBySso(client)).toBe('/auth?sso=second-factor');
    expect(await whoIs(client)).toBeNull();
    expect(await entries(app, 'failed_login')).toEqual([
      { user: ann.id, reason: 'single sign-on without second factor' },
    ]);
  });

  test('A second factor of the provider counts if the operator says so, and is a step-up while fresh', async () => {
    const { provider, app, ann } = await linked({ OIDC_MFA: 'amr:mfa, acr:gold' });
    await withFactor(app, ann.id);
    const signInWith = async (said: { amr?: string[]; acr?: string }) => {
      provider.person = { sub: 'subject-of-ann', ...said };
      const client = app.client();
      return { client, to: await signInBySso(client) };
    };
    for (const said of [{ amr: ['pwd'] }, { acr: 'mfa' }, {}])
      expect((await signInWith(said)).to, JSON.stringify(said)).toBe('/auth?sso=second-factor');
    for (const said of [{ amr: ['pwd', 'mfa'] }, { acr: 'gold' }]) {
      const { client, to } = await signInWith(said);
      expect(to, JSON.stringify(said)).toBe('/auth');
      expect((await client.post('/api/auth/sso/link')).statusCode).toBe(200);
    }
    const sessions = await app.db.selectFrom('sessions').select('user_id').where('second_factor', '=', 1).execute();
    expect(sessions).toEqual([{ user_id: ann.id }, { user_id: ann.id }]);
  });

  test('A second factor of the provider satisfies REQUIRE_MFA', async () => {
    const provider = await IdentityProvider.start();
    const app = await startApp({ env: { ...provider.env, OIDC_MFA: 'amr:mfa', REQUIRE_MFA: 'admins' } });
    const { id } = await createAccount(app, { username: 'ann', role: 'helper' });
    const link = { user_id: id, issuer: provider.issuer, subject: 'subject-of-ann', linked_at: 0, used_at: null };
    await app.db.insertInto('oidc_links').values(link).execute();
    const mustAdd = async () => {
      const client = app.client();
      await signInBySso(client);
      return (await client.get('/api/auth/user')).json().mustAddSecondFactor;
    };
    expect(await mustAdd()).toBe(true);
    provider.person.amr = ['mfa'];
    expect(await mustAdd()).toBe(false);
  });
});

describe('The provider', () => {
  test('The server starts without the provider and finds it later', async () => {
    let down = true;
    const limits: unknown[] = [];
    const provider = await IdentityProvider.start();
    const app = await startApp({
      env: provider.env,
      fetch: (address, options) => {
        limits.push(options?.signal);
        return down ? Promise.reject(new TypeError('fetch failed')) : fetch(address, options);
      },
    });
    expect(limits).toEqual([]);
    const client = app.client();
    expect(await beginSso(client, '?page=/admin/login')).toBe('/admin/login?sso=unavailable');
    const admin = await signedIn(app, ADMIN);
    expect((await admin.post('/api/auth/sso/link')).json().error).toBe('unavailable');
    down = false;
    expect(await beginSso(client)).toMatch(provider.issuer);
    // Every request has a time limit.
    expect(limits).toEqual(limits.map(() => expect.any(AbortSignal)));
    // What is known of it lasts, and holds on where it does not answer.
    down = true;
    expect(await beginSso(client)).toMatch(provider.issuer);
    app.clock.advance(2 * 60 * 60_000);
    expect(await beginSso(client)).toMatch(provider.issuer);
  });

  test('The provider gets only what it needs', async () => {
    const provider = await IdentityProvider.start();
    const app = await startApp({ env: { ...provider.env, OIDC_MFA: 'acr:gold,amr:mfa' } });
    const { searchParams } = new URL(await beginSso(app.client()));
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'gatehouse',
      redirect_uri: 'http://localhost:3000/api/auth/sso/callback',
      response_type: 'code',
      scope: 'openid',
      state: expect.stringMatching(/^[\w-]{150,300}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      acr_values: 'gold',
    });
  });

  test('Without a provider there is no single sign-on', async () => {
    const app = await startApp();
    expect((await app.client().get('/api/portal')).json().singleSignOn).toBe(false);
    for (const path of ['start', 'callback'])
      expect((await app.client().get(`/api/auth/sso/${path}`)).statusCode).toBe(404);
    expect((await (await signedIn(app, ADMIN)).get('/api/auth/sso')).statusCode).toBe(404);
  });

  test('Unfinished flows are swept', async () => {
    const provider = await IdentityProvider.start();
    const app = await startApp({ env: provider.env });
    await beginSso(app.client());
    app.clock.advance(FLOW_MS + 1);
    await app.sweep();
    expect(await app.db.selectFrom('oidc_flows').selectAll().execute()).toEqual([]);
  });
});
