import { CornerUpRight, ScrollText, ShieldCheck, Users } from 'lucide-react';
import { Link } from 'wouter';
import { usePanelUrl } from '../../lib/url/use-panel-url.ts';
import { useMay } from '../../lib/use-may.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SecurityDialog } from './security-dialog.tsx';

const links = [
  { label: 'Manage Users', href: '/admin/users', icon: Users, needs: 'see-users' },
  { label: 'Bulk Redirect', href: '/admin/redirects#bulk', icon: CornerUpRight, needs: 'change-users' },
  { label: 'View Logs', href: '/admin/activity', icon: ScrollText, needs: 'see-activity' },
] as const;

export function QuickActions({ isAlone }: { isAlone: boolean }) {
  const check = usePanelUrl('check');
  const { may } = useMay();
  const shown = links.filter(({ needs }) => may(needs));
  const canCheck = may('see-portal');
  if (shown.length === 0 && !canCheck) return null;
  return (
    <Card title="Quick Actions" className={isAlone ? 'lg:col-span-2' : ''}>
      <div className={`flex flex-col gap-2 ${isAlone ? 'sm:flex-row' : ''}`}>
        {shown.map(({ label, href, icon: Icon }) => (
          <Link key={href} href={href} className={`${buttonClass('secondary')} justify-start!`}>
            <Icon size={16} className="text-muted" aria-hidden />
            {label}
          </Link>
        ))}
        {canCheck && (
          <Button variant="secondary" onClick={() => check.open({ id: 'security' })} className="justify-start!">
            <ShieldCheck size={16} className="text-muted" aria-hidden />
            Security Check
          </Button>
        )}
      </div>
      {check.id && canCheck && <SecurityDialog onClose={check.close} />}
    </Card>
  );
}
