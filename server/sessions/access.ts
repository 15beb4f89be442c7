import { may, type Permission } from '../../contract/users/roles.rules.ts';
import { isAhead } from '../clock.ts';
import {
  gateClosed,
  type HttpError,
  notAllowed,
  notSignedIn,
  passwordChangeRequired,
  secondFactorRequired,
} from '../errors.ts';
import type { Session } from './sessions.ts';

/** For so long a step-up holds. */
export const PROOF_MS = 10 * 60_000;

/**
 * Whether the person has passed a step-up in the last minutes, with the second factor where there is one: a session that began
 * with the password alone proves nothing any more once the account has a factor.
 */
export const isProven = ({ provenAt, withSecondFactor, user }: Session, now: number): boolean =>
  now - provenAt < PROOF_MS && !isAhead(provenAt, now) && (withSecondFactor || !user.secondFactor);

/**
 * Who may call a route.
 * - anyone: signed in or not
 * - guest: anyone, once the gate is open or this browser has passed it
 * - signed-in: also with a password that has to be replaced, for what is needed to do so
 * - own-password: signed in with a password of their own, also where a second factor has to be added first
 * - user: the same, with everything that the portal demands
 * - a permission: the same, with a role that has it
 */
export type Access = 'anyone' | 'guest' | 'signed-in' | 'own-password' | 'user' | Permission;

/** Those who need not be signed in. */
export type Strangers = 'anyone' | 'guest';

export const isForPeople = (access: Access): boolean => access !== 'anyone' && access !== 'guest';

interface Asking {
  readonly session: Session | null;
  readonly passedGate: boolean;
}

/** Null when the caller may pass, otherwise the answer it gets. */
export function refusal(access: Access, { session, passedGate }: Asking): HttpError | null {
  if (access === 'anyone') return null;
  if (access === 'guest') return passedGate ? null : gateClosed();
  if (session === null) return notSignedIn();
  if (access === 'signed-in') return null;
  if (session.user.mustChangePassword) return passwordChangeRequired();
  if (access === 'own-password') return null;
  if (session.missesSecondFactor) return secondFactorRequired();
  return access === 'user' || may(session.user.role, access) ? null : notAllowed();
}
