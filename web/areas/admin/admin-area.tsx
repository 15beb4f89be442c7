import { ShieldAlert } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { may } from '../../../contract/users/roles.rules.ts';
import { HelpAlerts } from '../../features/guests/alerts/help-alerts.tsx';
import { useLiveGuests } from '../../features/guests/api.ts';
import { ReplyDialog } from '../../features/guests/messages/replies.tsx';
import { SendQuestion } from '../../features/guests/messages/send-message.tsx';
import { useLiveNotifications } from '../../features/notifications/api.ts';
import { AskedNotice } from '../../features/redirects/asked-notice.tsx';
import { openLive } from '../../lib/live/live.ts';
import { homeOf, mayOpen, useMay } from '../../lib/use-may.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TooltipProvider } from '../../ui/overlays/tooltip.tsx';
import { NotFound } from '../account/not-found.tsx';
import { SignedIn } from '../signed-in.tsx';
import { AdminLayout } from './admin-layout.tsx';
import { pages } from './pages.tsx';

export function AdminArea() {
  const [path] = useLocation();
  const page = pages.find((candidate) => candidate.path === path);
  if (!page) return <NotFound />;
  return (
    <SignedIn>
      {(user) =>
        page.path === '/admin' && !mayOpen(user.role, page.path) ? (
          <Redirect to={homeOf(user.role)} replace />
        ) : (
          <TooltipProvider>
            <LiveUpdates adminId={user.id} />
            {may(user.role, 'see-guests') && <HelpAlerts />}
            {may(user.role, 'message-guests') && <ReplyDialog />}
            {may(user.role, 'message-guests') && <SendQuestion />}
            <AdminLayout user={user} page={page}>
              <AskedNotice />
              <ErrorBoundary resetKey={path}>
                <Suspense fallback={<Skeleton className="h-64 animate-late" />}>
                  {mayOpen(user.role, page.path) ? <page.Content /> : <RoleDenied />}
                </Suspense>
              </ErrorBoundary>
            </AdminLayout>
          </TooltipProvider>
        )
      }
    </SignedIn>
  );
}

function RoleDenied() {
  const { role } = useMay();
  const home = homeOf(role);
  return (
    <Notice
      icon={ShieldAlert}
      title="Your role doesn't include this page"
      action={
        <Link href={home} className={buttonClass('secondary')}>
          Back to {pages.find((page) => page.path === home)?.label}
        </Link>
      }
    >
      Ask an admin if you need access.
    </Notice>
  );
}

function LiveUpdates({ adminId }: { adminId: string }) {
  useLiveGuests();
  useLiveNotifications();
  useEffect(() => openLive(adminId), [adminId]);
  return null;
}
