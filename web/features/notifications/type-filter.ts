import type { NotificationType } from '../../../contract/notifications/notifications.ts';

type TypeFilter = 'all' | Extract<NotificationType, 'user_login' | 'page_view' | 'profile_update'>;

export const typeGroups = [
  [
    { value: 'all', label: 'All Notifications' },
    { value: 'user_login', label: 'User Logins' },
    { value: 'page_view', label: 'Page Views' },
    { value: 'profile_update', label: 'Profile Updates' },
  ],
] as const satisfies readonly (readonly { value: TypeFilter; label: string }[])[];

export const typeFilterOf = (text: string): TypeFilter =>
  typeGroups[0].find(({ value }) => value === text)?.value ?? 'all';
