import { describe, expect, test } from 'vitest';
import { SSO_CALLBACK_PATH } from '../../contract/auth/sso.rules.ts';
import { attemptSignIn, createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import {
  beginLink,
  beginSso,
  CrookedProvider,
  IdentityProvider,
  signInBySso,
  throughProvider,
} from '../support/identity-provider.ts';

/** Ann is an admin, linked to the default subject of both providers. */
async function portalOf(provider: { issuer: string; env: Record<string, string> }, env: Record<string, string> = {}) {
  const app = await startApp({ env: { ...provider.env, ...env } });
  const { id } = await createAccount(app, { username: 'ann', role: 'admin', email: 'ann@portal.example' });
  const link = { user_id: id, issuer: provider.issuer, subject: 'subject-of-ann', linked_at: 0, used_at: null };
  await app.db.insertInto('oidc_links').values(link).execute();
  return { app, annId: id };
}

const real = async () => {
  const provider = await IdentityProvider.start();
  return { provider, ...(await portalOf(provider)) };
};

const crooked = async () => {
  const provider = await CrookedProvider.start();
  return { provider, ...(await portalOf(provider)) };
};

const isSignedIn = async (client: HttpClient) => (await client.get('/api/auth/user')).statusCode === 200;
const locationOf = async (client: HttpClient, path: string) => (await client.get(path)).headers.location;
const sessionsIn = (app: TestApp) => app.db.selectFrom('sessions').select('id').execute();
const linksIn = (app: TestApp) => app.db.selectFrom('oidc_links').select(['user_id', 'subject']).execute();

describe('An identity without a link', () => {
  test("A provider's verified email address signs in to no account", async () => {
    const { provider, app } = await real();
    provider.person = { sub: 'a stranger', email: 'ann@portal.example' };
    const client = app.client();
    expect(await signInBySso(client)).toBe('/auth?sso=not-linked');
    expect(await isSignedIn(client)).toBe(false);
  });

  test('A subject of another issuer signs in to no account', async () => {
    const { app } = await real();
    await app.db.updateTable('oidc_links').set({ issuer: 'https://other.example' }).execute();
    expect(await signInBySso(app.client())).toBe('/auth?sso=not-linked');
  });
});

describe('The state of a sign-on flow', () => {
  test('A callback needs exactly one state, issued by this portal', async () => {
    const { app } = await real();
    const client = app.client();
    const back = new URL(await throughProvider(await beginSso(client)), 'http://portal');
    const others: ((parameters: URLSearchParams) => void)[] = [
      (parameters) => parameters.delete('state'),
      (parameters) => parameters.set('state', ''),
      (parameters) => parameters.set('state', 'x'.repeat(43)),
      (parameters) => parameters.append('state', 'x'.repeat(43)),
    ];
    for (const [index, change] of others.entries()) {
      const parameters = new URLSearchParams(back.search);
      change(parameters);
      expect(await locationOf(client, `${back.pathname}?${parameters}`), String(index)).toBe('/auth?sso=expired');
    }
    expect(await isSignedIn(client)).toBe(false);
    expect(await locationOf(client, back.pathname + back.search)).toBe('/auth');
  });

  test("One browser's state does not work in another browser", async () => {
    const { app } = await real();
    const back = await throughProvider(await beginSso(app.client()));
    for (const victim of [app.client(), await signedIn(app, ADMIN)]) {
      const before = victim.cookies.get('gatehouse');
      await beginSso(victim);
      expect(await locationOf(victim, back)).toMatch(/sso=expired$/);
      expect(victim.cookies.get('gatehouse')).toBe(before);
    }
  });

  test('A state works once, even when it is sent twenty times at once', async () => {
    const { app } = await real();
    const client = app.client();
    const back = await throughProvider(await beginSso(client));
    const cookie = client.cookieHeader;
    const locations = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await app.client().request({ url: back, headers: { cookie } });
        return answer.headers.location;
      }),
    );
    expect(locations.filter((location) => location === '/auth')).toHaveLength(1);
    expect(locations.filter((location) => location === '/auth?sso=expired')).toHaveLength(19);
    expect(await sessionsIn(app)).toHaveLength(1);
  });

  test('A HEAD request does not use up the state', async () => {
    const { app } = await real();
    const client = app.client();
    const back = await throughProvider(await beginSso(client));
    expect((await client.request({ method: 'HEAD', url: back })).statusCode).toBe(404);
    expect(await locationOf(client, back)).toBe('/auth');
  });
});

describe('Linking an account to the provider', () => {
  test('A link needs the browser and the session that started it', async () => {
    const { provider, app } = await real();
    await createAccount(app, { username: 'eve', role: 'helper' });
    const eve = await signedIn(app, { username: 'eve', password: PASSWORD });
    const ann = await signedIn(app, { username: 'ann', password: PASSWORD });
    provider.person = { sub: 'subject-of-eve' };
    // Ann opens the callback of a flow that Eve started.
    const begunByEve = await throughProvider(await beginLink(eve));
    expect(await locationOf(ann, begunByEve)).toBe('/user/email-entry?sso=expired');
    // Eve's cookie in Ann's browser does not help: the session differs.
    const again = await throughProvider(await beginLink(eve));
    ann.cookies.set('sso', eve.cookies.get('sso') as string);
    expect(await locationOf(ann, again)).toBe('/user/email-entry?sso=expired');
    // A flow that was started to sign in links nothing.
    const signingIn = await throughProvider(await beginSso(ann));
    expect(await locationOf(ann, signingIn)).toBe('/user/email-entry?sso=not-linked');
    expect((await linksIn(app)).map(({ subject }) => subject)).toEqual(['subject-of-ann']);
  });

  test('Another site cannot start a link or a sign-on', async () => {
    const { app } = await real();
    const ann = await signedIn(app, { username: 'ann', password: PASSWORD });
    const answer = await ann.request({
      method: 'POST',
      url: '/api/auth/sso/link',
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.json().error).toBe('foreign_origin');
    const start = { url: '/api/auth/sso/start', headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await app.client().request(start)).headers.location).toBe('/auth');
    expect(await app.db.selectFrom('oidc_flows').selectAll().execute()).toEqual([]);
  });

  /** Visits the provider as this subject; returns the callback. */
  const visit = async (provider: IdentityProvider, sub: string, address: string) => {
    provider.person = { sub };
    return new URL(await throughProvider(address), 'http://portal');
  };
  const pathOf = ({ pathname, search }: URL) => pathname + search;
  /** The answer to one flow, with the state of another. */
  const crossed = (answer: URL, flow: string) => {
    const url = new URL(answer);
    url.searchParams.set('state', new URL(flow).searchParams.get('state') ?? '');
    return pathOf(url);
  };
  const EXPIRED = '/user/email-entry?sso=expired';
  const FAILED = '/user/email-entry?sso=failed';
  const LINKED = '/user/email-entry?sso=linked';

  test('Starting a second link ends the first, and no answer fits another flow', async () => {
    const { provider, app } = await real();
    await createAccount(app, { username: 'eve', role: 'helper' });
    const eve = await signedIn(app, { username: 'eve', password: PASSWORD });
    const subjects = async () => (await linksIn(app)).map(({ subject }) => subject).sort();
    const first = await beginLink(eve);
    const answer = await visit(provider, 'private', first);
    const second = await beginLink(eve);
    const other = await visit(provider, 'at work', second);
    // The first flow has ended, and its answer fails and uses up the second one.
    expect(await locationOf(eve, pathOf(answer))).toBe(EXPIRED);
    expect(await locationOf(eve, crossed(answer, second))).toBe(FAILED);
    expect(await locationOf(eve, pathOf(other))).toBe(EXPIRED);
    expect(await subjects()).toEqual(['subject-of-ann']);

    const third = await visit(provider, 'at work', await beginLink(eve));
    expect(await locationOf(eve, pathOf(third))).toBe(LINKED);
    expect(await subjects()).toEqual(['at work', 'subject-of-ann']);
    // Unlinking ends a flow that was started before.
    const late = await visit(provider, 'private', await beginLink(eve));
    expect((await eve.request({ method: 'DELETE', url: '/api/auth/sso/link' })).statusCode).toBe(200);
    expect(await locationOf(eve, pathOf(late))).toBe(EXPIRED);
    expect(await subjects()).toEqual(['subject-of-ann']);
  });

  test('A link started in one session does not end in another session of the same browser', async () => {
    const { provider, app, annId } = await real();
    await app.db.deleteFrom('oidc_links').execute();
    await createAccount(app, { username: 'eve', role: 'helper' });
    const signInAs = async (browser: HttpClient, username: string) =>
      expect((await attemptSignIn(app, browser, { username, password: PASSWORD })).statusCode).toBe(200);
    const browser = app.client();
    await signInAs(browser, 'eve');
    const ofEve = await beginLink(browser);
    const answerToEve = await visit(provider, 'subject-of-eve', ofEve);
    // Ann uses the same browser, with all its cookies.
    await signInAs(browser, 'ann');
    const ofAnn = await beginLink(browser);
    const answerToAnn = await visit(provider, 'subject-of-ann', ofAnn);
    expect(await locationOf(browser, pathOf(answerToEve))).toBe(EXPIRED);
    expect(await locationOf(browser, crossed(answerToEve, ofAnn))).toBe(FAILED);
    expect(await linksIn(app)).toEqual([]);
    // Nor the other way round.
    const again = await visit(provider, 'subject-of-ann', await beginLink(browser));
    await signInAs(browser, 'eve');
    for (const answer of [again, answerToAnn]) expect(await locationOf(browser, pathOf(answer))).toBe(EXPIRED);
    expect(await linksIn(app)).toEqual([]);
    await signInAs(browser, 'ann');
    expect(await locationOf(browser, pathOf(await visit(provider, 'subject-of-ann', await beginLink(browser))))).toBe(
      LINKED,
    );
    expect(await linksIn(app)).toEqual([{ user_id: annId, subject: 'subject-of-ann' }]);
  });

  test('A flow that was started to link signs nobody in', async () => {
    const { app } = await real();
    const ann = await signedIn(app, { username: 'ann', password: PASSWORD });
    const back = await throughProvider(await beginLink(ann));
    await ann.post('/api/auth/logout');
    expect(await locationOf(ann, back)).toBe('/auth?sso=expired');
    expect(await isSignedIn(ann)).toBe(false);
  });
});

describe('An authorization code', () => {
  test('An authorization code works once', async () => {
    const { provider, app } = await real();
    const client = app.client();
    const first = new URL(await throughProvider(await beginSso(client)), 'http://portal');
    expect(await locationOf(client, first.pathname + first.search)).toBe('/auth');
    const other = app.client();
    const state = new URL(await beginSso(other)).searchParams.get('state') ?? '';
    first.searchParams.set('state', state);
    expect(await locationOf(other, first.pathname + first.search)).toBe('/auth?sso=failed');
    expect(await isSignedIn(other)).toBe(false);
    expect(provider.refusals.join()).toMatch('grant.error');
  });

  test('A stolen authorization code does not work with the state of another browser', async () => {
    const { app } = await real();
    const ann = new URL(await throughProvider(await beginSso(app.client())), 'http://portal');
    const thief = app.client();
    const own = new URL(await beginSso(thief)).searchParams.get('state') ?? '';
    ann.searchParams.set('state', own);
    expect(await locationOf(thief, ann.pathname + ann.search)).toBe('/auth?sso=failed');
    expect(await isSignedIn(thief)).toBe(false);
  });

  test.for(['none', 'plain', 'other'] as const)(
    'An authorization code without the right PKCE challenge is refused: %s',
    async (how) => {
      const { app } = await real();
      const thief = app.client();
      const address = new URL(await beginSso(thief));
      if (how === 'other') address.searchParams.set('code_challenge', 'x'.repeat(43));
      else address.searchParams.delete('code_challenge');
      if (how === 'plain') address.searchParams.set('code_challenge', 'a-verifier-of-the-thief-that-is-long-enough-1');
      if (how === 'none') address.searchParams.delete('code_challenge_method');
      if (how === 'plain') address.searchParams.set('code_challenge_method', 'plain');
      expect(await locationOf(thief, await throughProvider(address.href))).toBe('/auth?sso=failed');
      expect(await isSignedIn(thief)).toBe(false);
    },
  );
});

describe('An answer of the provider', () => {
  test('A right answer signs in, and the token request has the verifier of the challenge', async () => {
    const { provider, app } = await crooked();
    const client = app.client();
    const address = await beginSso(client);
    expect(await locationOf(client, provider.callback(address))).toBe('/auth');
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(provider.verifiers[0] ?? ''));
    expect(Buffer.from(digest).toString('base64url')).toBe(new URL(address).searchParams.get('code_challenge'));
  });

  test('An answer with a wrong or missing issuer fails before the token request', async () => {
    const { provider, app } = await crooked();
    for (const iss of ['https://other.example', '', `${provider.issuer}/`]) {
      const client = app.client();
      expect(await locationOf(client, provider.callback(await beginSso(client), { iss })), iss).toBe(
        '/auth?sso=failed',
      );
    }
    const client = app.client();
    const answer = new URL(provider.callback(await beginSso(client)), 'http://portal');
    answer.searchParams.delete('iss');
    expect(await locationOf(client, answer.pathname + answer.search)).toBe('/auth?sso=failed');
    expect(provider.verifiers).toEqual([]);
  });

  const now = () => Math.floor(Date.now() / 1000);
  test.for<[string, () => CrookedProvider['answer']]>([
    ['without a nonce', () => ({ without: ['nonce'] })],
    ['with another nonce', () => ({ claims: { nonce: 'another' } })],
    ['for another client', () => ({ claims: { aud: 'another-client' } })],
    [
      'for several clients, with another authorized party',
      () => ({ claims: { aud: ['gatehouse', 'other'], azp: 'other' } }),
    ],
    ['of another issuer', () => ({ claims: { iss: 'https://other.example' } })],
    ['that has expired', () => ({ claims: { iat: now() - 900, exp: now() - 600 } })],
    ['without an expiry', () => ({ without: ['exp'] })],
    ['without a subject', () => ({ without: ['sub'] })],
    ['that is not valid yet', () => ({ claims: { nbf: now() + 600 } })],
    ['without a signature', () => ({ signed: 'not at all' })],
    ['signed with another key', () => ({ signed: 'by another key' })],
    ['signed with our client secret', () => ({ signed: 'by the secret' })],
  ])('An ID token %s signs nobody in and is neither shown nor logged', async ([, answer]) => {
    const { provider, app } = await crooked();
    provider.answer = answer();
    const client = app.client();
    const back = await client.get(provider.callback(await beginSso(client)));
    expect([back.statusCode, back.headers.location, back.body]).toEqual([302, '/auth?sso=failed', '']);
    expect(await isSignedIn(client)).toBe(false);
    expect(await sessionsIn(app)).toEqual([]);
    const entries = await app.db.selectFrom('activity').select(['action', 'details']).execute();
    expect(entries).toEqual([{ action: 'failed_login', details: '{"reason":"single sign-on failed"}' }]);
    expect(app.logged.join('\n')).not.toMatch(/a-code|eyJ[\w-]*\.|between & both/);
  });

  test("The provider's error description is neither shown nor logged", async () => {
    const { provider, app } = await crooked();
    const client = app.client();
    const words = {
      error: 'server_error',
      error_description: 'Call +1 555 0100 now',
      error_uri: 'https://evil.example',
    };
    const back = await client.get(provider.callback(await beginSso(client), words));
    expect([back.headers.location, back.body]).toEqual(['/auth?sso=failed', '']);
    expect(app.logged.join('\n')).not.toMatch(/555 0100|evil/);
  });
});

describe('Sign-on flows of strangers', () => {
  test('Strangers who use up the row budget keep nobody from single sign-on, and their sign-ins write no row', async () => {
    const provider = await IdentityProvider.start();
    const { app } = await portalOf(provider, { ROW_BUDGET: '1000' });
    for (let site = 0; site < 21; site += 1)
      for (let network = 0; network < 2; network += 1) {
        const client = app.client({ ip: `2001:db8:${site}:${network}::1` });
        for (let times = 0; times < 26; times += 1) await beginSso(client);
        for (let times = 0; times < 26; times += 1)
          await client.post('/api/guest/submit-email', { email: 'spent@example.com' });
      }
    const staff = app.client({ ip: '2001:db8:0:1::2' });
    expect(await signInBySso(staff)).toBe('/auth');
    expect(await isSignedIn(staff)).toBe(true);
    expect(await app.db.selectFrom('oidc_flows').selectAll().execute()).toEqual([]);
  });

  test('A state tells the provider nothing, and a changed one does not work', async () => {
    const { app } = await real();
    const client = app.client();
    const back = new URL(await throughProvider(await beginSso(client, '?next=%2Fadmin%2Fguests')), 'http://portal');
    const state = back.searchParams.get('state') ?? '';
    expect(Buffer.from(state, 'base64url').toString('latin1')).not.toMatch(/admin|page/);
    for (const at of [0, 30, state.length - 4]) {
      const other = state[at] === 'A' ? 'B' : 'A';
      back.searchParams.set('state', state.slice(0, at) + other + state.slice(at + 1));
      expect(await locationOf(client, back.pathname + back.search)).toBe('/auth?sso=expired');
    }
    back.searchParams.set('state', state);
    expect(await locationOf(client, back.pathname + back.search)).toBe('/auth?next=%2Fadmin%2Fguests');
  });

  test('One network has sixty callbacks a minute', async () => {
    const { app } = await crooked();
    const client = app.client();
    const statuses: number[] = [];
    for (let index = 0; index < 61; index += 1)
      statuses.push((await client.get(`${SSO_CALLBACK_PATH}?state=${'x'.repeat(43)}`)).statusCode);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(302));
    expect(statuses[60]).toBe(429);
  });
});
