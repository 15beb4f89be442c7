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

/** Ann is an admin, linked to the subject that both providers name unless they are told otherwise. */
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
const to = async (client: HttpClient, path: string) => (await client.get(path)).headers.location;
const sessionsIn = (app: TestApp) => app.db.selectFrom('sessions').select('id').execute();
const linksIn = (app: TestApp) => app.db.selectFrom('oidc_links').select(['user_id', 'subject']).execute();

describe('an e-mail address that the provider claims', () => {
  test('opens no account, however verified it says that it is', async () => {
    const { provider, app } = await real();
    provider.person = { sub: 'a stranger', email: 'ann@portal.example' };
    const client = app.client();
    expect(await signInBySso(client)).toBe('/auth?sso=not-linked');
    expect(await isSignedIn(client)).toBe(false);
  });

  test('and neither does the subject of another issuer', async () => {
    const { app } = await real();
    await app.db.updateTable('oidc_links').set({ issuer: 'https://other.example' }).execute();
    expect(await signInBySso(app.client())).toBe('/auth?sso=not-linked');
  });
});

describe('the state', () => {
  test('has to be there, once, and one that this portal gave out', async () => {
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
      expect(await to(client, `${back.pathname}?${parameters}`), String(index)).toBe('/auth?sso=expired');
    }
    expect(await isSignedIn(client)).toBe(false);
    expect(await to(client, back.pathname + back.search)).toBe('/auth');
  });

  test('of one browser is worth nothing in another: nobody is signed in to an account of somebody else', async () => {
    const { app } = await real();
    const back = await throughProvider(await beginSso(app.client()));
    for (const victim of [app.client(), await signedIn(app, ADMIN)]) {
      const before = victim.cookies.get('gatehouse');
      await beginSso(victim);
      expect(await to(victim, back)).toMatch(/sso=expired$/);
      expect(victim.cookies.get('gatehouse')).toBe(before);
    }
  });

  test('works once, also twenty times at once', async () => {
    const { app } = await real();
    const client = app.client();
    const back = await throughProvider(await beginSso(client));
    const cookie = client.cookieHeader;
    const ways = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await app.client().request({ url: back, headers: { cookie } });
        return answer.headers.location;
      }),
    );
    expect(ways.filter((way) => way === '/auth')).toHaveLength(1);
    expect(ways.filter((way) => way === '/auth?sso=expired')).toHaveLength(19);
    expect(await sessionsIn(app)).toHaveLength(1);
  });

  test('is not used up by a look ahead', async () => {
    const { app } = await real();
    const client = app.client();
    const back = await throughProvider(await beginSso(client));
    expect((await client.request({ method: 'HEAD', url: back })).statusCode).toBe(404);
    expect(await to(client, back)).toBe('/auth');
  });
});

describe('linking', () => {
  test('somebody else’s account of the provider to one’s own takes their browser, and theirs to one’s own takes one’s own', async () => {
    const { provider, app } = await real();
    await createAccount(app, { username: 'eve', role: 'helper' });
    const eve = await signedIn(app, { username: 'eve', password: PASSWORD });
    const ann = await signedIn(app, { username: 'ann', password: PASSWORD });
    provider.person = { sub: 'subject-of-eve' };
    // Ann is led to the end of a way that Eve began: her account is not linked to Eve's subject.
    const begunByEve = await throughProvider(await beginLink(eve));
    expect(await to(ann, begunByEve)).toBe('/user/email-entry?sso=expired');
    // Eve has put her cookie into Ann's browser: it is still not her session.
    const again = await throughProvider(await beginLink(eve));
    ann.cookies.set('sso', eve.cookies.get('sso') as string);
    expect(await to(ann, again)).toBe('/user/email-entry?sso=expired');
    // A way that was begun to sign in links nothing.
    const signingIn = await throughProvider(await beginSso(ann));
    expect(await to(ann, signingIn)).toBe('/user/email-entry?sso=not-linked');
    expect((await linksIn(app)).map(({ subject }) => subject)).toEqual(['subject-of-ann']);
  });

  test('cannot be begun by another site', async () => {
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

  /** A visit at the provider, as this person: what it leads back with. */
  const visit = async (provider: IdentityProvider, sub: string, address: string) => {
    provider.person = { sub };
    return new URL(await throughProvider(address), 'http://portal');
  };
  const pathOf = ({ pathname, search }: URL) => pathname + search;
  /** The answer to one way, with the state of another. */
  const crossed = (answer: URL, way: string) => {
    const url = new URL(answer);
    url.searchParams.set('state', new URL(way).searchParams.get('state') ?? '');
    return pathOf(url);
  };
  const EXPIRED = '/user/email-entry?sso=expired';
  const FAILED = '/user/email-entry?sso=failed';
  const LINKED = '/user/email-entry?sso=linked';

  test('twice in one session: the answers fit one way each, and only the later way leads anywhere', async () => {
    const { provider, app } = await real();
    await createAccount(app, { username: 'eve', role: 'helper' });
    const eve = await signedIn(app, { username: 'eve', password: PASSWORD });
    const subjects = async () => (await linksIn(app)).map(({ subject }) => subject).sort();
    const first = await beginLink(eve);
    const answer = await visit(provider, 'private', first);
    const second = await beginLink(eve);
    const other = await visit(provider, 'at work', second);
    // The earlier one has ended, and its answer is no answer to the later one, which is used up by it.
    expect(await to(eve, pathOf(answer))).toBe(EXPIRED);
    expect(await to(eve, crossed(answer, second))).toBe(FAILED);
    expect(await to(eve, pathOf(other))).toBe(EXPIRED);
    expect(await subjects()).toEqual(['subject-of-ann']);

    const third = await visit(provider, 'at work', await beginLink(eve));
    expect(await to(eve, pathOf(third))).toBe(LINKED);
    expect(await subjects()).toEqual(['at work', 'subject-of-ann']);
    // What is unlinked is not linked again by what was begun before.
    const late = await visit(provider, 'private', await beginLink(eve));
    expect((await eve.request({ method: 'DELETE', url: '/api/auth/sso/link' })).statusCode).toBe(200);
    expect(await to(eve, pathOf(late))).toBe(EXPIRED);
    expect(await subjects()).toEqual(['subject-of-ann']);
  });

  test('in two sessions of one browser: what one has begun ends in no other', async () => {
    const { provider, app, annId } = await real();
    await app.db.deleteFrom('oidc_links').execute();
    await createAccount(app, { username: 'eve', role: 'helper' });
    const signInAs = async (browser: HttpClient, username: string) =>
      expect((await attemptSignIn(app, browser, { username, password: PASSWORD })).statusCode).toBe(200);
    const browser = app.client();
    await signInAs(browser, 'eve');
    const ofEve = await beginLink(browser);
    const answerToEve = await visit(provider, 'subject-of-eve', ofEve);
    // Ann sits down at the same screen, with all the cookies that are there.
    await signInAs(browser, 'ann');
    const ofAnn = await beginLink(browser);
    const answerToAnn = await visit(provider, 'subject-of-ann', ofAnn);
    expect(await to(browser, pathOf(answerToEve))).toBe(EXPIRED);
    expect(await to(browser, crossed(answerToEve, ofAnn))).toBe(FAILED);
    expect(await linksIn(app)).toEqual([]);
    // Nor the other way round, when Eve is back.
    const again = await visit(provider, 'subject-of-ann', await beginLink(browser));
    await signInAs(browser, 'eve');
    for (const answer of [again, answerToAnn]) expect(await to(browser, pathOf(answer))).toBe(EXPIRED);
    expect(await linksIn(app)).toEqual([]);
    await signInAs(browser, 'ann');
    expect(await to(browser, pathOf(await visit(provider, 'subject-of-ann', await beginLink(browser))))).toBe(LINKED);
    expect(await linksIn(app)).toEqual([{ user_id: annId, subject: 'subject-of-ann' }]);
  });

  test('a way that was begun to link signs nobody in', async () => {
    const { app } = await real();
    const ann = await signedIn(app, { username: 'ann', password: PASSWORD });
    const back = await throughProvider(await beginLink(ann));
    await ann.post('/api/auth/logout');
    expect(await to(ann, back)).toBe('/auth?sso=expired');
    expect(await isSignedIn(ann)).toBe(false);
  });
});

describe('a code', () => {
  test('works once', async () => {
    const { provider, app } = await real();
    const client = app.client();
    const first = new URL(await throughProvider(await beginSso(client)), 'http://portal');
    expect(await to(client, first.pathname + first.search)).toBe('/auth');
    const other = app.client();
    const state = new URL(await beginSso(other)).searchParams.get('state') ?? '';
    first.searchParams.set('state', state);
    expect(await to(other, first.pathname + first.search)).toBe('/auth?sso=failed');
    expect(await isSignedIn(other)).toBe(false);
    expect(provider.refusals.join()).toMatch('grant.error');
  });

  test('that somebody stole works with no other state: PKCE and nonce are of the browser that began', async () => {
    const { app } = await real();
    const ann = new URL(await throughProvider(await beginSso(app.client())), 'http://portal');
    const thief = app.client();
    const own = new URL(await beginSso(thief)).searchParams.get('state') ?? '';
    ann.searchParams.set('state', own);
    expect(await to(thief, ann.pathname + ann.search)).toBe('/auth?sso=failed');
    expect(await isSignedIn(thief)).toBe(false);
  });

  test.for(['none', 'plain', 'other'] as const)(
    'that was given out with PKCE taken away is refused: %s',
    async (how) => {
      const { app } = await real();
      const thief = app.client();
      const address = new URL(await beginSso(thief));
      if (how === 'other') address.searchParams.set('code_challenge', 'x'.repeat(43));
      else address.searchParams.delete('code_challenge');
      if (how === 'plain') address.searchParams.set('code_challenge', 'a-verifier-of-the-thief-that-is-long-enough-1');
      if (how === 'none') address.searchParams.delete('code_challenge_method');
      if (how === 'plain') address.searchParams.set('code_challenge_method', 'plain');
      expect(await to(thief, await throughProvider(address.href))).toBe('/auth?sso=failed');
      expect(await isSignedIn(thief)).toBe(false);
    },
  );
});

describe('an answer of a provider', () => {
  test('that is right signs in, with the verifier of its challenge', async () => {
    const { provider, app } = await crooked();
    const client = app.client();
    const address = await beginSso(client);
    expect(await to(client, provider.callback(address))).toBe('/auth');
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(provider.verifiers[0] ?? ''));
    expect(Buffer.from(digest).toString('base64url')).toBe(new URL(address).searchParams.get('code_challenge'));
  });

  test('names another issuer, or none where it says that it does: nothing is sent to the token endpoint', async () => {
    const { provider, app } = await crooked();
    for (const iss of ['https://other.example', '', `${provider.issuer}/`]) {
      const client = app.client();
      expect(await to(client, provider.callback(await beginSso(client), { iss })), iss).toBe('/auth?sso=failed');
    }
    const client = app.client();
    const answer = new URL(provider.callback(await beginSso(client)), 'http://portal');
    answer.searchParams.delete('iss');
    expect(await to(client, answer.pathname + answer.search)).toBe('/auth?sso=failed');
    expect(provider.verifiers).toEqual([]);
  });

  const now = () => Math.floor(Date.now() / 1000);
  test.for<[string, () => CrookedProvider['answer']]>([
    ['without a nonce', () => ({ without: ['nonce'] })],
    ['with another nonce', () => ({ claims: { nonce: 'another' } })],
    ['for somebody else', () => ({ claims: { aud: 'another-client' } })],
    ['for several, by somebody else', () => ({ claims: { aud: ['gatehouse', 'other'], azp: 'other' } })],
    ['of another issuer', () => ({ claims: { iss: 'https://other.example' } })],
    ['that has expired', () => ({ claims: { iat: now() - 900, exp: now() - 600 } })],
    ['without an end', () => ({ without: ['exp'] })],
    ['without a subject', () => ({ without: ['sub'] })],
    ['that is not valid yet', () => ({ claims: { nbf: now() + 600 } })],
    ['signed by nobody', () => ({ signed: 'not at all' })],
    ['signed by another key', () => ({ signed: 'by another key' })],
    ['signed by our own secret', () => ({ signed: 'by the secret' })],
  ])('has an ID token %s: nobody is signed in, and nothing of it is shown', async ([, answer]) => {
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

  test('that has words for people shows them to nobody', async () => {
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

describe('what strangers can make us write', () => {
  test('has a budget', async () => {
    const provider = await CrookedProvider.start();
    const { app } = await portalOf(provider, { ROW_BUDGET: '1000' });
    const client = app.client();
    const ways: string[] = [];
    for (let index = 0; index < 40; index += 1) ways.push(await beginSso(client));
    // One network has a fortieth of it.
    expect(ways.filter((way) => way.startsWith(provider.issuer))).toHaveLength(25);
    expect(ways.at(-1)).toBe('/auth?sso=unavailable');
    expect(await app.db.selectFrom('oidc_flows').selectAll().execute()).toHaveLength(25);
  });

  test('has limits by network', async () => {
    const { app } = await crooked();
    const client = app.client();
    const statuses: number[] = [];
    for (let index = 0; index < 61; index += 1)
      statuses.push((await client.get(`${SSO_CALLBACK_PATH}?state=${'x'.repeat(43)}`)).statusCode);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(302));
    expect(statuses[60]).toBe(429);
  });
});
