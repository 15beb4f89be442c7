import type { CurrentUser } from '../../../contract/auth.ts';
import type { SessionUser } from '../../sessions/sessions.ts';

const presented = new WeakMap<SessionUser, CurrentUser>();

/** Asked for on every page and many times in between, so each user of a session is presented once. */
export function presentCurrentUser(user: SessionUser): CurrentUser {
  const known = presented.get(user) ?? present(user);
  presented.set(user, known);
  return known;
}

function present(user: SessionUser): CurrentUser {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: user.profileImageUrl,
    role: user.role,
    status: user.status,
    authType: user.authType,
    mustChangePassword: user.passwordState === 'temporary',
    createdAt: new Date(user.createdAt).toISOString(),
    updatedAt: new Date(user.updatedAt).toISOString(),
  };
}
