import * as client from 'openid-client';
import { SSO_CALLBACK_PATH, type SsoFailure } from '../../../../contract/auth/sso.rules.ts';
import { HOUR_MS } from '../../../clock.ts';
import type { OidcConfig } from '../../../config.ts';
import type { Core } from '../../../core.ts';
import type { UserRow } from '../../../db/tables.ts';
import type { Checks } from './flows.ts';
import type { Subject } from './links.ts';
import { countsAsSecondFactor } from './policy.ts';

const PATIENCE_S = 8;
const DISCOVERED_FOR_MS = HOUR_MS;

export interface Identity extends Subject {
  /** Judged by `amr` or `acr`, as the operator configured. */
  readonly secondFactor: boolean;
  readonly askedAt: number | null;
}

/** Never contains text from the provider. */
export class SsoRefused extends Error {
  readonly failure: SsoFailure;
  readonly user: UserRow | undefined;

  constructor(failure: SsoFailure, { user, cause }: { user?: UserRow | undefined; cause?: unknown } = {}) {
    super(`single sign-on: ${failure}`, { cause });
    this.failure = failure;
    this.user = user;
  }
}

/** Only an error code such as invalid_grant: other text may be personal. */
export function protocolWord(error: unknown): string | undefined {
  const { error: word, code } = (error ?? {}) as { error?: unknown; code?: unknown };
  return [word, code].find((given) => typeof given === 'string' && /^\w{1,60}$/.test(given)) as string | undefined;
}

const isUnreachable = (error: unknown) =>
  error instanceof TypeError || ['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(protocolWord(error) ?? '');

/** Discovery happens on first use, so that the portal starts without the provider. */
export function createProvider(oidc: OidcConfig, { config, clock, fetch }: Pick<Core, 'config' | 'clock' | 'fetch'>) {
  const redirectUri = new URL(SSO_CALLBACK_PATH, config.publicUrl);
  const execute = [client.enableNonRepudiationChecks, ...(oidc.insecure ? [client.allowInsecureRequests] : [])];
  let found: { readonly at: number; readonly provider: client.Configuration } | undefined;
  let asking: Promise<client.Configuration> | undefined;

  async function discover(): Promise<client.Configuration> {
    const options = { execute, timeout: PATIENCE_S, [client.customFetch]: fetch as client.CustomFetch };
    const authentication = (methods?: readonly string[]) =>
      methods !== undefined && !methods.includes('client_secret_basic')
        ? client.ClientSecretPost(oidc.clientSecret)
        : client.ClientSecretBasic(oidc.clientSecret);
    const authenticate: client.ClientAuth = (server, ...rest) =>
      authentication(server.token_endpoint_auth_methods_supported)(server, ...rest);
    const provider = await client.discovery(oidc.issuer, oidc.clientId, undefined, authenticate, options);
    found = { at: clock.now(), provider };
    return provider;
  }

  /** Concurrent callers share one request. If it fails, the last metadata stays. */
  async function discovered(): Promise<client.Configuration> {
    if (found !== undefined && Math.abs(clock.now() - found.at) < DISCOVERED_FOR_MS) return found.provider;
    asking ??= discover().finally(() => {
      asking = undefined;
    });
    try {
      return await asking;
    } catch (error) {
      if (found !== undefined) return found.provider;
      throw new SsoRefused('unavailable', { cause: error });
    }
  }

  const acrValues = oidc.secondFactor.filter(({ claim }) => claim === 'acr').map(({ value }) => value);

  return {
    name: oidc.issuer.host,

    async authorizationUrl({ state, nonce, verifier }: Checks): Promise<URL> {
      const provider = await discovered();
      return client.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri.href,
        response_type: 'code',
        scope: 'openid',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
      });
    },

    /** Also checks issuer, PKCE, audience, times and the signature. */
    async identify(search: string, { state, nonce, verifier }: Checks): Promise<Identity> {
      const provider = await discovered();
      const answer = new URL(redirectUri);
      answer.search = search;
      try {
        const tokens = await client.authorizationCodeGrant(provider, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('There is no ID token');
        return {
          // The claim, because a multi-tenant provider has an issuer per tenant.
          issuer: claims.iss,
          subject: claims.sub,
          secondFactor: countsAsSecondFactor(oidc.secondFactor, { amr: claims.amr, acr: claims.acr }),
          askedAt: claims.auth_time === undefined ? null : claims.auth_time * 1000,
        };
      } catch (error) {
        const wasCancelled = error instanceof client.AuthorizationResponseError && error.error === 'access_denied';
        const failure = wasCancelled ? 'cancelled' : isUnreachable(error) ? 'unavailable' : 'failed';
        throw new SsoRefused(failure, { cause: error });
      }
    },
  };
}
