import { type HttpError, notAllowed, notSignedIn, passwordChangeRequired } from './errors.ts';
import type { Session } from './sessions.ts';

/**
 * Who may call a route.
 * - anyone: signed in or not
 * - signed-in: also with a temporary password, for what is needed to replace it
 * - user: signed in with a password of their own
 * - admin: the same, with the admin role
 */
export type Access = 'anyone' | 'signed-in' | 'user' | 'admin';

/** Null when the session may pass, otherwise the answer it gets. */
export function refusal(access: Access, session: Session | null): HttpError | null {
  if (access === 'anyone') return null;
  if (session === null) return notSignedIn();
  if (access === 'signed-in') return null;
  if (session.user.passwordState === 'temporary') return passwordChangeRequired();
  return access === 'admin' && session.user.role !== 'admin' ? notAllowed() : null;
}
