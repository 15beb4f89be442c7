import type { Status, UserStanding } from '../../../contract/users/users.rules.ts';

/** Online and offline apply to active accounts only. */
export const standingOf = ({ status, online }: { status: Status; online: boolean }): UserStanding =>
  status === 'active' ? (online ? 'online' : 'offline') : status;

export const standingWords = {
  online: { label: 'Online', tone: 'success' },
  offline: { label: 'Offline', tone: 'neutral' },
  suspended: { label: 'Suspended', tone: 'danger' },
  needs_auth: { label: 'Needs Auth', tone: 'warning' },
} as const satisfies Record<UserStanding, { label: string; tone: string }>;

export const NEVER_SIGNED_IN = 'Never signed in';

export const isNewcomer = (user: { status: Status; online: boolean; signedInAt: string | null }) =>
  standingOf(user) === 'offline' && user.signedInAt === null;
