import * as client from 'openid-client';
import { SSO_CALLBACK_PATH } from '../../../../contract/auth/sso.rules.ts';
import type { OidcConfig } from '../../../config.ts';
import type { Core } from '../../../core.ts';
import type { Checks } from './flows.ts';
import type { Subject } from './links.ts';
import { countsAsSecondFactor } from './policy.ts';
import { protocolWord, SsoRefused } from './refused.ts';

/** Whoever signs in waits for it. */
const PATIENCE_S = 8;
/** Providers change their addresses and what they support rarely; keys are fetched by themselves. */
const DISCOVERED_FOR_MS = 60 * 60_000;

/** Somebody of whom the provider is sure. */
export interface Identity extends Subject {
  /** Whether what it says of how it asked them counts here as a second factor. */
  readonly secondFactor: boolean;
  /** When it asked them, where it says so. */
  readonly askedAt: number | null;
}

/** No answer at all, or one after too long a time, rather than one that we cannot accept. */
const isUnreachable = (error: unknown) =>
  error instanceof TypeError || ['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(protocolWord(error) ?? '');

/**
 * The provider of the organisation. It is asked for its addresses when somebody needs them, not at the start: the portal
 * starts and works without it.
 */
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
    // How the secret is sent is for the provider to say, which is known only now.
    const authenticate: client.ClientAuth = (server, ...rest) =>
      authentication(server.token_endpoint_auth_methods_supported)(server, ...rest);
    const provider = await client.discovery(oidc.issuer, oidc.clientId, undefined, authenticate, options);
    found = { at: clock.now(), provider };
    return provider;
  }

  /** Those who come at the same time wait for one question. Where it has no answer, what was known before still holds. */
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
    /** How people call it. */
    name: oidc.issuer.host,

    /** Where the browser is led to. */
    async addressFor({ state, nonce, verifier }: Checks): Promise<URL> {
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

    /** Who came back. Checked: state, issuer, nonce, PKCE, audience, times and the signature of the ID token. */
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
          // Of the token: a provider with many tenants has one for each.
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
