import { PROOF_MINUTES } from '../../contract/auth/second-factor.rules.ts';
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

export const PROOF_MS = PROOF_MINUTES * 60_000;

/** True after a recent step-up, with the second factor if the account has one. */
export const isProven = ({ provenAt, withSecondFactor, user }: Session, now: number): boolean =>
  now - provenAt < PROOF_MS && !isAhead(provenAt, now) && (withSecondFactor || !user.secondFactor);

/** `signed-in` works even with a password to replace, `own-password` even with a second factor to add. */
export type Access = 'anyone' | 'guest' | 'signed-in' | 'own-password' | 'user' | Permission;

const OF_EVERYBODY: readonly Access[] = ['anyone', 'guest', 'signed-in', 'own-password', 'user'];

/** Staff's pages and errors are in English only. */
export const isForStaff = (access: Access): boolean => !OF_EVERYBODY.includes(access);

export type Strangers = 'anyone' | 'guest';

export const needsSignIn = (access: Access): boolean => access !== 'anyone' && access !== 'guest';

export function refusal(access: Access, session: Session | null, passedGate = false): HttpError | null {
  if (access === 'anyone') return null;
  if (access === 'guest') return passedGate ? null : gateClosed();
  if (session === null) return notSignedIn();
  if (access === 'signed-in') return null;
  if (session.user.mustChangePassword) return passwordChangeRequired();
  if (access === 'own-password') return null;
  if (session.missesSecondFactor) return secondFactorRequired();
  return access === 'user' || may(session.user.role, access) ? null : notAllowed();
}
