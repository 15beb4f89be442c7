import type { ActivityEntry } from '../../../../contract/log/activity.ts';

export const entryPath = (id: string) => `/admin/activity?entry=${encodeURIComponent(id)}`;

const userPath = (id: string) => `/admin/users?user=${encodeURIComponent(id)}`;
export const guestPath = (id: string) => `/admin/guest-activity?guest=${encodeURIComponent(id)}`;

/** Null for deleted accounts and guests who are no longer listed. */
export function actorPath({ userId, userName, about, guestId }: ActivityEntry): string | null {
  if (userName !== null && userId !== null) return userPath(userId);
  // With `about`, the guest is the subject and not the actor.
  return about === null && guestId !== null ? guestPath(guestId) : null;
}

export function aboutPath({ about, guestId }: ActivityEntry): string | null {
  if (about === null) return null;
  if ('userId' in about) return about.isFormer ? null : userPath(about.userId);
  return guestId === null ? null : guestPath(guestId);
}

export interface EntryLink {
  path: string;
  label: string;
}

export function entryLinks(entry: ActivityEntry): EntryLink[] {
  const subject = entry.about === null ? actorPath(entry) : aboutPath(entry);
  const ofIp = `/admin/activity?q=${encodeURIComponent(entry.ipAddress)}`;
  return [
    ...(subject ? [{ path: subject, label: subject.startsWith('/admin/users') ? 'View user' : 'View guest' }] : []),
    ...(entry.ipAddress === '' ? [] : [{ path: ofIp, label: 'Show everything from this IP address' }]),
  ];
}
