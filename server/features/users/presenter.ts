import type { Profile, UserAccount, UserDetails, UserListItem, UserSession } from '../../../contract/users/users.ts';
import { iso } from '../../clock.ts';
import type { ProfileRow, SessionRow, UserRow } from '../../db/tables.ts';
import { temporaryPasswordEnd } from '../../passwords/temporary.ts';
import { detailsOf } from './detail-columns.ts';
import type { UserListRow } from './search/search.ts';

export function presentUser(row: Omit<UserListRow, 'signed_in_at' | 'password_unused' | 'online'>): UserAccount {
  return {
    id: row.id,
    username: row.username,
    ...detailsOf(row),
    profileImageUrl: row.profile_image_url,
    role: row.role,
    status: row.status,
    authType: row.auth_type,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    activeAt: iso(row.active_at),
  };
}

/** 0 means before the column existed: `updated_at` is an upper bound. */
function signedInAt({ signed_in_at, updated_at, password_unused }: UserListRow): string | null {
  if (signed_in_at !== 0) return signed_in_at === null ? null : iso(signed_in_at);
  return password_unused === 1 ? null : iso(updated_at);
}

export function presentListItem(row: UserListRow): UserListItem {
  return {
    ...presentUser(row),
    online: row.online === 1,
    signedInAt: signedInAt(row),
  };
}

export function presentProfile(row: Omit<ProfileRow, 'user_id'>): Profile {
  return {
    phone: row.phone,
    dateOfBirth: row.date_of_birth,
    bio: row.bio,
    address: row.address,
    city: row.city,
    country: row.country,
    completedAt: row.completed_at === null ? null : iso(row.completed_at),
  };
}

const isUsed = (row: UserRow) => row.password_state === 'temporary' && row.temporary_password === null;

const untilOf = ({ password_state, temporary_password_at: at }: UserRow, days: number) =>
  password_state === 'temporary' && at !== null ? iso(temporaryPasswordEnd(at, days)) : null;

export function presentDetails(
  row: UserRow,
  profile: ProfileRow | undefined,
  isOnline: boolean,
  temporaryPasswordDays: number,
): UserDetails {
  const password_unused = row.temporary_password === null ? 0 : 1;
  return {
    ...presentListItem({ ...row, password_unused, online: isOnline ? 1 : 0 }),
    password: { state: isUsed(row) ? 'used' : row.password_state, until: untilOf(row, temporaryPasswordDays) },
    secondFactor: row.second_factor === 1,
    profile: profile === undefined ? null : presentProfile(profile),
  };
}

export function presentSession(row: SessionRow, currentId: string): UserSession {
  return {
    id: row.id,
    device: row.device,
    location: row.location,
    ipAddress: row.ip_address,
    createdAt: iso(row.created_at),
    seenAt: iso(row.seen_at),
    current: row.id === currentId,
  };
}
