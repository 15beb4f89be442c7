import { gateClosed, type HttpError, notAllowed, notSignedIn, passwordChangeRequired } from '../errors.ts';
import type { Session } from '../sessions/sessions.ts';

/**
 * Who may call a route.
 * - anyone: signed in or not
 * - guest: anyone, once the gate is open or this browser has passed it
 * - signed-in: also with a temporary password, for what is needed to replace it
 * - user: signed in with a password of their own
 * - admin: the same, with the admin role
 */
export type Access = 'anyone' | 'guest' | 'signed-in' | 'user' | 'admin';

interface Caller {
  readonly session: Session | null;
  readonly passedGate: boolean;
}

/** Null when the caller may pass, otherwise the answer it gets. */
export function refusal(access: Access, { session, passedGate }: Caller): HttpError | null {
  if (access === 'anyone') return null;
  if (access === 'guest') return passedGate ? null : gateClosed();
  if (session === null) return notSignedIn();
  if (access === 'signed-in') return null;
  if (session.user.passwordState === 'temporary') return passwordChangeRequired();
  return access === 'admin' && session.user.role !== 'admin' ? notAllowed() : null;
}
