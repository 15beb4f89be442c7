import type { ActivityEntry } from '../../../../contract/log/activity.ts';

/** The address of an entry, which opens its panel. */
export const entryPath = (id: string) => `/admin/activity?entry=${encodeURIComponent(id)}`;

const userPath = (id: string) => `/admin/users?user=${encodeURIComponent(id)}`;
export const guestPath = (id: string) => `/admin/guest-activity?guest=${encodeURIComponent(id)}`;

/** Where there is more about who did it; null for accounts that are gone and guests who are not listed any more. */
export function actorPath({ userId, userName, about, guestId }: ActivityEntry): string | null {
  if (userName !== null && userId !== null) return userPath(userId);
  // The guest of an entry that is about somebody is the one whom it is about.
  return about === null && guestId !== null ? guestPath(guestId) : null;
}

/** The same for whom it is about. */
export function aboutPath({ about, guestId }: ActivityEntry): string | null {
  if (about === null) return null;
  if ('userId' in about) return about.isFormer ? null : userPath(about.userId);
  return guestId === null ? null : guestPath(guestId);
}

/** The one whom an entry is about, which is who did it only where it was done to nobody else. */
export function subjectLink(entry: ActivityEntry): { label: string; path: string } | null {
  const path = entry.about === null ? actorPath(entry) : aboutPath(entry);
  if (path === null) return null;
  return { label: path.startsWith('/admin/users') ? 'View user' : 'View guest', path };
}
