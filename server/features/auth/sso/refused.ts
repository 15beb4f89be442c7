import type { SsoFailure } from '../../../../contract/auth/sso.rules.ts';
import type { UserRow } from '../../../db/tables.ts';

/** A way through the provider that ends without success. What the provider says about it is for nobody's eyes here. */
export class SsoRefused extends Error {
  readonly failure: SsoFailure;
  /** Whose account it would have been, where that is known. */
  readonly user: UserRow | undefined;

  constructor(failure: SsoFailure, { user, cause }: { user?: UserRow | undefined; cause?: unknown } = {}) {
    super(`single sign-on: ${failure}`, { cause });
    this.failure = failure;
    this.user = user;
  }
}

/** A word of the protocol, such as invalid_grant or OAUTH_TIMEOUT: anything else could be somebody's text. */
export function protocolWord(error: unknown): string | undefined {
  const { error: word, code } = (error ?? {}) as { error?: unknown; code?: unknown };
  return [word, code].find((given) => typeof given === 'string' && /^\w{1,60}$/.test(given)) as string | undefined;
}
