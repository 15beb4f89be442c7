import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification.rules.ts';
import { useTokenLanding } from '../../features/gate/use-token-landing.ts';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/feedback/message-screen.tsx';

const FORWARD_AFTER = 2000;

function Verified() {
  const { organisation } = usePortal();
  const [, navigate] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => navigate(EMAIL_ENTRY_PATH, { replace: true }), FORWARD_AFTER);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <MessageScreen icon={CircleCheck} title="Successfully verified!">
      <p>You can now access {organisation}</p>
      <p className="mt-4 text-13">Redirecting you in 2 seconds...</p>
    </MessageScreen>
  );
}

function Failed({ message, error }: { message: string; error: string }) {
  const { gateRetryUrl } = usePortal();
  return (
    <MessageScreen
      icon={CircleAlert}
      title={message}
      action={gateRetryUrl && <Button onClick={() => location.assign(gateRetryUrl)}>Retry Verification</Button>}
    >
      {error}
    </MessageScreen>
  );
}

/** Where the links of the external verification system lead. */
export function RedirectPage() {
  const token = new URLSearchParams(useSearch()).get('token');
  const landing = useTokenLanding(token);
  useTitle('Verification');
  return (
    <div aria-live="polite" className="flex flex-1 flex-col">
      {landing.state === 'verifying' && (
        <MessageScreen icon={LoaderCircle} title="Verifying...">
          This takes a moment.
        </MessageScreen>
      )}
      {landing.state === 'verified' && <Verified />}
      {landing.state === 'failed' && <Failed {...landing} />}
    </div>
  );
}
