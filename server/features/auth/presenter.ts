import type { CurrentUser } from '../../../contract/auth/auth.ts';
import { iso } from '../../clock.ts';
import type { Session } from '../../sessions/sessions.ts';

const presented = new WeakMap<Session, CurrentUser>();

/** Cached per session, because every page polls it. */
export function presentCurrentUser(session: Session): CurrentUser {
  const known = presented.get(session) ?? present(session);
  presented.set(session, known);
  return known;
}

function present({ user, missesSecondFactor }: Session): CurrentUser {
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
    mustChangePassword: user.mustChangePassword,
    secondFactor: user.secondFactor,
    mustAddSecondFactor: missesSecondFactor,
    createdAt: iso(user.createdAt),
    updatedAt: iso(user.updatedAt),
  };
}
