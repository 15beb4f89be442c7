import {
  BadgeCheck,
  Bell,
  CornerUpRight,
  FileClock,
  Footprints,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Settings,
  UserRoundSearch,
  Users,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import { usePortal } from '../../lib/portal.ts';
import type { AdminPath } from '../../lib/url/return-url.ts';
import { useMay } from '../../lib/use-may.ts';

export interface AdminPage {
  path: AdminPath;
  label: string;
  title?: string;
  subtitle: string;
  icon: LucideIcon;
  Content: ComponentType;
}

export const pages: readonly AdminPage[] = [
  {
    path: '/admin',
    label: 'Dashboard',
    title: 'Dashboard Overview',
    subtitle: "What's happening right now",
    icon: LayoutDashboard,
    Content: lazy(() => import('./pages/dashboard-page.tsx').then((file) => ({ default: file.DashboardPage }))),
  },
  {
    path: '/admin/users',
    label: 'User Management',
    subtitle: 'Accounts, status and roles',
    icon: Users,
    Content: lazy(() => import('./pages/users-page.tsx').then((file) => ({ default: file.UsersPage }))),
  },
  {
    path: '/admin/activity',
    label: 'Activity Logs',
    subtitle: 'Who did what, when and from where',
    icon: ScrollText,
    Content: lazy(() => import('./pages/activity-page.tsx').then((file) => ({ default: file.ActivityPage }))),
  },
  {
    path: '/admin/audit',
    label: 'Audit',
    title: 'Audit Trail',
    subtitle: 'What staff changed, with old and new values',
    icon: FileClock,
    Content: lazy(() => import('./pages/audit-page.tsx').then((file) => ({ default: file.AuditPage }))),
  },
  {
    path: '/admin/guest-activity',
    label: 'Guest Activity',
    title: 'Guest Activity Logs',
    subtitle: 'Monitor guest visitor activity',
    icon: Footprints,
    Content: lazy(() =>
      import('./pages/guest-activity-page.tsx').then((file) => ({ default: file.GuestActivityPage })),
    ),
  },
  {
    path: '/admin/verified',
    label: 'Verified',
    subtitle: 'Email addresses that guests have confirmed',
    icon: BadgeCheck,
    Content: lazy(() => import('./pages/verified-page.tsx').then((file) => ({ default: file.VerifiedPage }))),
  },
  {
    path: '/admin/people',
    label: 'Personal Data',
    subtitle: 'See, download or erase what is stored about a person',
    icon: UserRoundSearch,
    Content: lazy(() => import('./pages/people-page.tsx').then((file) => ({ default: file.PeoplePage }))),
  },
  {
    path: '/admin/notifications',
    label: 'Notifications',
    subtitle: 'Help requests, failures, sign-ins and page views',
    icon: Bell,
    Content: lazy(() => import('./pages/notifications-page.tsx').then((file) => ({ default: file.NotificationsPage }))),
  },
  {
    path: '/admin/redirects',
    label: 'Page Redirects',
    subtitle: 'Send users and guests to another page',
    icon: CornerUpRight,
    Content: lazy(() => import('./pages/redirects-page.tsx').then((file) => ({ default: file.RedirectsPage }))),
  },
  {
    path: '/admin/api-keys',
    label: 'API Keys',
    subtitle: 'Let other programs read and write here',
    icon: KeyRound,
    Content: lazy(() => import('./pages/api-keys-page.tsx').then((file) => ({ default: file.ApiKeysPage }))),
  },
  {
    path: '/admin/settings',
    label: 'Settings',
    subtitle: 'Configure application settings and preferences',
    icon: Settings,
    Content: lazy(() => import('./pages/settings-page.tsx').then((file) => ({ default: file.SettingsPage }))),
  },
];

export function usePages(): readonly AdminPage[] {
  const { mayOpen } = useMay();
  const { apiKeys } = usePortal();
  return pages.filter(({ path }) => mayOpen(path) && (apiKeys || path !== '/admin/api-keys'));
}
