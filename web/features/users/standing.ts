import type { Status, UserStanding } from '../../../contract/users/users.rules.ts';

/** Only an active account is here or not; of the others it is told why nobody is signed in to them. */
export const standingOf = ({ status, online }: { status: Status; online: boolean }): UserStanding =>
  status === 'active' ? (online ? 'online' : 'offline') : status;

export const standingWords = {
  online: { label: 'Online', tone: 'success' },
  offline: { label: 'Offline', tone: 'neutral' },
  suspended: { label: 'Suspended', tone: 'danger' },
  needs_auth: { label: 'Needs Auth', tone: 'warning' },
} as const satisfies Record<UserStanding, { label: string; tone: string }>;

export const NEVER_SIGNED_IN = 'Never signed in';

/** Told beside Offline, where somebody may wonder how long: of the other standings it explains nothing. */
export const isNewcomer = (user: { status: Status; online: boolean; signedInAt: string | null }) =>
  standingOf(user) === 'offline' && user.signedInAt === null;
