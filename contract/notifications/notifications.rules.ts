/** What notifications are about, who sees them, and which of them ask for action. No schemas here: pages import this file. */
import { may, type Permission } from '../users/roles.rules.ts';
import type { Role } from '../users/users.rules.ts';

/**
 * Every kind of notification, and who is told of it, counts it and finds it in the list: those who may see what it is about.
 * Security warnings are for admins alone: they are the ones who act on them.
 */
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
 * Where a notification leads. Of `user` and `guest` the id is theirs, and null where it stands for several; of `guests` what
 * finds them in the list, of `log` the filter of the log, of `settings` the section. `check` is the Security Check.
 */
export const ABOUT_KINDS = ['user', 'guest', 'guests', 'log', 'settings', 'check'] as const;
export type AboutKind = (typeof ABOUT_KINDS)[number];

/** Every admin is told of what the others change and of whoever poses as the support team, whether they like it or not. */
export const ALWAYS_RINGING = ['settings_change', 'security'] as const;

/** What a member of staff should look into. Everything else is news: it counts, but the badge stays grey and nothing sounds. */
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
