import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CurrentUser } from '../../../contract/auth.ts';
import { ChangePasswordDialog } from '../../features/auth/change-password-dialog.tsx';
import { SignOutButton } from '../../features/auth/sign-out-button.tsx';
import { fullName } from '../../features/users/full-name.ts';
import { StatusBadge } from '../../features/users/status-badge.tsx';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Brand } from '../../ui/brand.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';

const Row = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <li className="flex flex-col items-start gap-3 px-5 py-4 sm:flex-row sm:items-center">
    <div className="flex-1">
      <h2 className="font-medium">{title}</h2>
      <p className="text-13 text-muted">{text}</p>
    </div>
    {children}
  </li>
);

function Identity({ user }: { user: CurrentUser }) {
  const name = fullName(user) || user.username;
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} src={user.profileImageUrl} className="size-14 text-16" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 truncate text-20 font-semibold tracking-tight">{name}</h1>
          <StatusBadge status={user.status} />
        </div>
        <p className="truncate text-muted">
          {user.username}
          {user.email && ` · ${user.email}`}
        </p>
      </div>
    </div>
  );
}

export function AccountHome({ user }: { user: CurrentUser }) {
  const { organisation } = usePortal();
  useTitle('Your account');
  return (
    <>
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex h-14 max-w-160 items-center justify-between gap-4 px-4">
          <Brand name={organisation} />
          <ThemeSwitch />
        </div>
      </header>
      <main className="mx-auto max-w-160 px-4 py-8 sm:py-12">
        <Identity user={user} />
        <ul className="mt-8 divide-y divide-line rounded-card border border-line bg-surface">
          {user.role === 'admin' && (
            <Row title="Admin panel" text="Users, visitors and settings">
              <Link href="/admin" className={buttonClass('secondary')}>
                Open admin panel
                <ArrowRight size={16} aria-hidden />
              </Link>
            </Row>
          )}
          <Row title="Complete your profile" text="See how your profile gets completed">
            <Link href="/profile/complete-info" className={buttonClass('secondary')}>
              Complete profile
            </Link>
          </Row>
          <Row title="Password" text="Changing it signs you out everywhere else">
            <ChangePasswordDialog username={user.username} />
          </Row>
          <Row title="Sign out" text="End your session in this browser">
            <SignOutButton />
          </Row>
        </ul>
      </main>
    </>
  );
}
