import { may, type Permission } from '../users/roles.rules.ts';
import type { Role } from '../users/users.rules.ts';

/** Who sees a type, and whether it asks for action. Only admins can act on security warnings. */
export const NOTIFICATIONS = {
  user_login: { access: 'see-users', asksForAction: false },
  failed_login: { access: 'see-users', asksForAction: true },
  profile_update: { access: 'see-users', asksForAction: false },
  page_view: { access: 'see-guests', asksForAction: false },
  code_result: { access: 'see-guests', asksForAction: false },
  help_request: { access: 'see-guests', asksForAction: true },
  security: { access: 'change-portal', asksForAction: true },
  mail_failure: { access: 'see-portal', asksForAction: true },
  webhook_failure: { access: 'see-portal', asksForAction: true },
  settings_change: { access: 'see-portal', asksForAction: true },
  storage: { access: 'see-portal', asksForAction: true },
} as const satisfies Record<string, { access: Permission; asksForAction: boolean }>;
type NotificationType = keyof typeof NOTIFICATIONS;

export const maySeeNotification = (role: Role, type: NotificationType): boolean =>
  may(role, NOTIFICATIONS[type].access);

export const asksForAction = (type: NotificationType): boolean => NOTIFICATIONS[type].asksForAction;

/** What a notification's id means: a user or guest (null for several), a search (`guests`), filter (`log`) or section (`settings`). */
export const ABOUT_KINDS = ['user', 'guest', 'guests', 'log', 'settings', 'api-keys', 'check'] as const;
export type AboutKind = (typeof ABOUT_KINDS)[number];

export const ALWAYS_RINGING = ['settings_change', 'security'] as const;
