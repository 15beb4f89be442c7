import type { SsoFailure } from '../../../../contract/auth/sso.rules.ts';
import { isStaff } from '../../../../contract/users/roles.rules.ts';
import type { OidcConfig } from '../../../config.ts';
import type { UserRow } from '../../../db/tables.ts';
import { maySignIn } from '../policy.ts';

/** Providers use these claims differently, so the operator configures the values. */
export const countsAsSecondFactor = (
  counted: OidcConfig['secondFactor'],
  { amr, acr }: { readonly amr?: unknown; readonly acr?: unknown },
): boolean =>
  counted.some(({ claim, value }) => (claim === 'acr' ? acr === value : Array.isArray(amr) && amr.includes(value)));

/** SSO is for staff and doesn't replace a second factor. */
export function signInRefusal(
  user: Pick<UserRow, 'role' | 'status' | 'second_factor'> | undefined,
  { secondFactor }: { readonly secondFactor: boolean },
): SsoFailure | null {
  if (user === undefined || !isStaff(user.role)) return 'not-linked';
  if (!maySignIn(user)) return 'suspended';
  return user.second_factor === 1 && !secondFactor ? 'second-factor' : null;
}

/** Only a second factor counts as step-up, from the time the provider asked for it. */
export const provenAt = (
  { secondFactor, askedAt }: { readonly secondFactor: boolean; readonly askedAt: number | null },
  now: number,
): number => (secondFactor && askedAt !== null ? Math.min(askedAt, now) : 0);
