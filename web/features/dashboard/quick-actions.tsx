import { CornerUpRight, ScrollText, ShieldCheck, Users } from 'lucide-react';
import { Link } from 'wouter';
import { usePanelAddress } from '../../lib/use-panel-address.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SecurityDialog } from './security-dialog.tsx';

const links = [
  { label: 'Manage Users', href: '/admin/users', icon: Users },
  { label: 'Bulk Redirect', href: '/admin/redirects#bulk', icon: CornerUpRight },
  { label: 'View Logs', href: '/admin/activity', icon: ScrollText },
];

export function QuickActions() {
  // In the address, because notifications lead here.
  const check = usePanelAddress('check');
  return (
    <Card title="Quick Actions">
      <div className="flex flex-col gap-2">
        {links.map(({ label, href, icon: Icon }) => (
          <Link key={href} href={href} className={`${buttonClass('secondary')} justify-start!`}>
            <Icon size={16} className="text-muted" aria-hidden />
            {label}
          </Link>
        ))}
        <Button variant="secondary" onClick={() => check.open({ id: 'security' })} className="justify-start!">
          <ShieldCheck size={16} className="text-muted" aria-hidden />
          Security Check
        </Button>
      </div>
      {check.id && <SecurityDialog onClose={check.close} />}
    </Card>
  );
}
