import { may, type Permission } from '../users/roles.rules.ts';
import type { Role } from '../users/users.rules.ts';

/** Who may see each type. Security warnings are for admins alone: only they can act on them. */
export const NOTIFICATION_ACCESS = {
  user_login: 'see-users',
  failed_login: 'see-users',
  profile_update: 'see-users',
  page_view: 'see-guests',
  code_result: 'see-guests',
  help_request: 'see-guests',
  security: 'change-portal',
  mail_failure: 'see-portal',
  webhook_failure: 'see-portal',
  settings_change: 'see-portal',
  storage: 'see-portal',
} as const satisfies Record<string, Permission>;
type NotificationType = keyof typeof NOTIFICATION_ACCESS;

export const maySeeNotification = (role: Role, type: NotificationType): boolean => may(role, NOTIFICATION_ACCESS[type]);

/**
 * What a notification links to. The id is the user's or guest's (null for several), a search for `guests`, a filter for
 * `log`, a section for `settings`. `check` is the Security Check.
 */
export const ABOUT_KINDS = ['user', 'guest', 'guests', 'log', 'settings', 'check'] as const;
export type AboutKind = (typeof ABOUT_KINDS)[number];

export const ALWAYS_RINGING = ['settings_change', 'security'] as const;

/** Types that need action turn the badge red and play a sound; all others only count. */
const ASKS_FOR_ACTION: Record<NotificationType, boolean> = {
  user_login: false,
  failed_login: true,
  profile_update: false,
  page_view: false,
  code_result: false,
  help_request: true,
  security: true,
  mail_failure: true,
  webhook_failure: true,
  settings_change: true,
  storage: true,
};
export const asksForAction = (type: NotificationType): boolean => ASKS_FOR_ACTION[type];
