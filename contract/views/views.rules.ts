/** The lists whose filters are in the address. */
export const VIEW_PATHS = [
  '/admin/users',
  '/admin/activity',
  '/admin/audit',
  '/admin/guest-activity',
  '/admin/verified',
  '/admin/notifications',
  '/admin/redirects',
] as const;
export type ViewPath = (typeof VIEW_PATHS)[number];

export const VIEW_NAME_MAX = 60;
/** Of one person. */
export const VIEWS_MAX = 50;
