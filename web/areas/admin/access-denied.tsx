import { ShieldAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { signInUrl } from '../../lib/leave-to-sign-in.ts';
import { messages, useMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { MessageScreen } from '../../ui/feedback/message-screen.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { toast } from '../../ui/overlays/toast.ts';

const REDIRECT_DELAY = 1500;

export function AccessDenied() {
  const { organisation, user } = usePortal();
  const { denied } = useMessages().signIn;
  const [, navigate] = useLocation();
  useTitle(denied.pageTitle);
  useEffect(() => {
    const { title, redirecting } = messages().signIn.denied;
    toast({ title, description: redirecting, variant: 'error' });
    const timer = setTimeout(() => navigate(signInUrl('/admin/login'), { replace: true }), REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <FrontLayout name={organisation}>
      <MessageScreen icon={ShieldAlert} title={denied.loading}>
        {user && denied.role}
      </MessageScreen>
    </FrontLayout>
  );
}
