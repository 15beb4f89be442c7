import type { CurrentUser } from '../../../contract/auth.ts';
import type { SessionUser } from '../../http/sessions.ts';

export function presentCurrentUser(user: SessionUser): CurrentUser {
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
