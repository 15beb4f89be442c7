import { Activity, Hourglass, ShieldAlert, Users } from 'lucide-react';
import { useMay } from '../../lib/use-may.ts';
import { Figures } from '../../ui/figures.tsx';
import { useStats } from './api.ts';

const figures = [
  { name: 'totalUsers', label: 'Total Users', hint: 'Accounts', icon: Users, href: '/admin/users' },
  {
    name: 'onlineUsers',
    label: 'Online Users',
    hint: 'Active in the last 5 minutes',
    icon: Activity,
    href: '/admin/users?standing=online',
  },
  {
    name: 'pendingActions',
    label: 'Pending Actions',
    hint: 'Needs Auth, redirects, prompts',
    icon: Hourglass,
    href: '/admin/redirects',
  },
  {
    name: 'securityAlerts',
    label: 'Security Alerts',
    hint: 'Failed sign-ins in the last 24 hours',
    icon: ShieldAlert,
    href: '/admin/activity?filter=failed',
  },
] as const;

export function Stats() {
  const query = useStats();
  const { mayOpen } = useMay();
  return (
    <Figures
      label="Figures"
      query={query}
      figures={figures.map(({ name, href, ...figure }) => ({
        ...figure,
        ...(mayOpen(href) && { href }),
        value: query.data?.[name],
      }))}
    />
  );
}
