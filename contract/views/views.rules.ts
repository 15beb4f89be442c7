/** Lists whose filters are in the URL. */
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
/** Per user. */
export const VIEWS_MAX = 50;
