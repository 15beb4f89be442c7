import type { SsoFailure } from '../../../../contract/auth/sso.rules.ts';
import type { UserRow } from '../../../db/tables.ts';

/** Carries no text of the provider. */
export class SsoRefused extends Error {
  readonly failure: SsoFailure;
  readonly user: UserRow | undefined;

  constructor(failure: SsoFailure, { user, cause }: { user?: UserRow | undefined; cause?: unknown } = {}) {
    super(`single sign-on: ${failure}`, { cause });
    this.failure = failure;
    this.user = user;
  }
}

/** An error code such as invalid_grant; any other text may be personal. */
export function protocolWord(error: unknown): string | undefined {
  const { error: word, code } = (error ?? {}) as { error?: unknown; code?: unknown };
  return [word, code].find((given) => typeof given === 'string' && /^\w{1,60}$/.test(given)) as string | undefined;
}
