/// <reference path="./oidc-provider.d.ts" />
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { expect, onTestFinished } from 'vitest';
import { SSO_CALLBACK_PATH, SSO_START_PATH } from '../../contract/auth/sso.rules.ts';
import type { HttpClient } from './http-client.ts';

const CLIENT = { id: 'gatehouse', secret: 'a secret: between & both, with signs' };

async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const envFor = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
});

interface Stored extends Record<string, unknown> {
  uid?: string;
  grantId?: string;
}

/** The provider's storage, for one test. */
function memory() {
  const kept = new Map<string, Stored>();
  return class {
    readonly #kind: string;
    constructor(kind: string) {
      this.#kind = kind;
    }
    async upsert(id: string, stored: Stored) {
      kept.set(`${this.#kind} ${id}`, stored);
    }
    async find(id: string) {
      return kept.get(`${this.#kind} ${id}`);
    }
    async findByUid(uid: string) {
      return [...kept.values()].find((stored) => stored.uid === uid);
    }
    async consume(id: string) {
      const stored = kept.get(`${this.#kind} ${id}`);
      if (stored) stored.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string) {
      kept.delete(`${this.#kind} ${id}`);
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, stored] of kept) if (stored.grantId === grantId) kept.delete(key);
    }
  };
}

/** The person at the browser, and how the provider says it authenticated them. */
interface Person {
  sub: string;
  amr?: string[];
  acr?: string;
  /** The portal must not rely on it. */
  email?: string;
}

/** A real OpenID provider on loopback. It signs every browser in at once, as the person that the test sets. */
export class IdentityProvider {
  readonly issuer: string;
  person: Person = { sub: 'subject-of-ann' };
  /** Errors of the protocol. */
  readonly refusals: string[] = [];

  private constructor(issuer: string) {
    this.issuer = issuer;
  }

  get env(): Record<string, string> {
    return envFor(this.issuer);
  }

  static async start(): Promise<IdentityProvider> {
    const server = createServer();
    const started = new IdentityProvider(await listen(server));
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    const provider = new Provider(started.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`https://portal.example${SSO_CALLBACK_PATH}`],
        },
      ],
      adapter: memory(),
      jwks: { keys: [jwk] },
      cookies: { keys: ['a-key-of-the-provider'] },
      claims: { openid: ['sub', 'amr', 'acr', 'auth_time', 'email', 'email_verified'] },
      conformIdTokenClaims: false,
      pkce: { required: () => false },
      features: { devInteractions: { enabled: false } },
      interactions: { url: () => '/sign-in' },
      ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, email: started.person.email, email_verified: true }),
      }),
      async loadExistingGrant({
        oidc: { client, session },
      }: {
        oidc: { client: { clientId: string }; session: { accountId: string } };
      }) {
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope('openid');
        await grant.save();
        return grant;
      },
    });
    // The port of a test's portal is not known in advance.
    provider.Client.prototype.redirectUriAllowed = (address) => new URL(address).pathname === SSO_CALLBACK_PATH;
    for (const event of ['grant.error', 'authorization.error', 'server_error'])
      provider.on(event, (_context, error) => started.refusals.push(`${event}: ${error.message}`));
    const answer = provider.callback();
    server.on('request', (request, response) => {
      if (request.url !== '/sign-in') return answer(request, response);
      const { sub: accountId, amr, acr } = started.person;
      return provider.interactionFinished(request, response, { login: { accountId, amr, acr, remember: false } });
    });
    return started;
  }
}

/** How an answer of the crooked provider deviates from a right one. */
interface Crooked {
  claims?: JWTPayload;
  /** Claims that are left out. */
  without?: readonly string[];
  /** How the token is signed. */
  signed?: 'rightly' | 'by another key' | 'by the secret' | 'not at all';
}

/** Speaks the protocol, but issues any ID token that a test wants. */
export class CrookedProvider {
  issuer = '';
  answer: Crooked = {};
  nonce = '';
  /** Whether its metadata promises the `iss` parameter, and its answers have it. */
  namesItself = true;
  readonly verifiers: string[] = [];

  get env(): Record<string, string> {
    return envFor(this.issuer);
  }

  static async start(): Promise<CrookedProvider> {
    const started = new CrookedProvider();
    const own = await generateKeyPair('RS256', { extractable: true });
    const other = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    const idToken = async () => {
      const { claims, without = [], signed = 'rightly' } = started.answer;
      const now = Math.floor(Date.now() / 1000);
      const right = { iss: started.issuer, sub: 'subject-of-ann', aud: CLIENT.id, iat: now, exp: now + 300 };
      const payload: JWTPayload = { ...right, nonce: started.nonce, ...claims };
      for (const name of without) delete payload[name];
      const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      if (signed === 'not at all') return `${coded({ alg: 'none' })}.${coded(payload)}.`;
      if (signed === 'by the secret')
        return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(CLIENT.secret));
      const key = signed === 'rightly' ? own.privateKey : other.privateKey;
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
    };
    const answers: Record<string, (body: string) => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer: started.issuer,
        authorization_endpoint: `${started.issuer}/authorize`,
        token_endpoint: `${started.issuer}/token`,
        jwks_uri: `${started.issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...(started.namesItself && { authorization_response_iss_parameter_supported: true }),
      }),
      '/keys': () => ({ keys: [jwk] }),
      '/token': async (body) => {
        started.verifiers.push(new URLSearchParams(body).get('code_verifier') ?? '');
        return { access_token: 'access', token_type: 'Bearer', id_token: await idToken() };
      },
    };
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const found = answers[request.url ?? ''];
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify((await found?.(Buffer.concat(parts).toString())) ?? {}));
    });
    started.issuer = await listen(server);
    return started;
  }

  /** The address to which a provider would send the browser back. */
  callback(address: string, more: Record<string, string> = {}): string {
    const asked = new URL(address).searchParams;
    this.nonce = asked.get('nonce') ?? '';
    const answer = {
      code: 'a-code',
      state: asked.get('state') ?? '',
      ...(this.namesItself && { iss: this.issuer }),
      ...more,
    };
    return `${SSO_CALLBACK_PATH}?${new URLSearchParams(answer)}`;
  }
}

/** Starts to sign in; returns the address of the provider. */
export async function beginSso(client: HttpClient, query = ''): Promise<string> {
  const answer = await client.get(`${SSO_START_PATH}${query}`);
  expect(answer.statusCode, answer.body).toBe(302);
  return answer.headers.location as string;
}

export async function beginLink(client: HttpClient): Promise<string> {
  const answer = await client.post('/api/auth/sso/link');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().url;
}

/** Goes through the provider as a browser does; returns the path and query that lead back to the portal. */
export async function throughProvider(address: string): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(address);
  for (let at = new URL(address), steps = 0; steps < 10; steps += 1) {
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null)
      throw new Error(`The provider answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
    at = new URL(location, at);
    if (at.origin !== origin) return at.pathname + at.search;
  }
  throw new Error('The provider leads in a circle');
}

/** The whole sign-in: returns the final redirect of the portal. */
export async function signInBySso(client: HttpClient, query = ''): Promise<string> {
  return (await client.get(await throughProvider(await beginSso(client, query)))).headers.location as string;
}

export async function linkBySso(client: HttpClient): Promise<string> {
  return (await client.get(await throughProvider(await beginLink(client)))).headers.location as string;
}
