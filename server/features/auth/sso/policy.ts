import type { SsoFailure } from '../../../../contract/auth/sso.rules.ts';
import { isStaff } from '../../../../contract/users/roles.rules.ts';
import type { OidcConfig } from '../../../config.ts';
import type { UserRow } from '../../../db/tables.ts';
import { maySignIn } from '../policy.ts';

/** Only what the operator has named counts: every provider has its own words, and some use them for anything. */
export const countsAsSecondFactor = (
  counted: OidcConfig['secondFactor'],
  { amr, acr }: { readonly amr?: unknown; readonly acr?: unknown },
): boolean =>
  counted.some(({ claim, value }) => (claim === 'acr' ? acr === value : Array.isArray(amr) && amr.includes(value)));

/** Why somebody whom the provider knows is not let in, or null. It is for staff, and it does not replace a second factor. */
export function signInRefusal(
  user: Pick<UserRow, 'role' | 'status' | 'second_factor'> | undefined,
  { secondFactor }: { readonly secondFactor: boolean },
): SsoFailure | null {
  if (user === undefined || !isStaff(user.role)) return 'not-linked';
  if (!maySignIn(user)) return 'suspended';
  return user.second_factor === 1 && !secondFactor ? 'second-factor' : null;
}

/**
 * When the person showed that it is them, for what needs a proof of the last minutes. Only a second factor that counts is one,
 * at the time at which the provider asked for it: it may have let them pass without a question.
 */
export const provenAt = (
  { secondFactor, askedAt }: { readonly secondFactor: boolean; readonly askedAt: number | null },
  now: number,
): number => (secondFactor && askedAt !== null ? Math.min(askedAt, now) : 0);
