import { CircleAlert, CircleCheck, LoaderCircle, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../../contract/verification/verification.rules.ts';
import { usePortal } from '../../../lib/portal.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { MessageScreen } from '../../../ui/feedback/message-screen.tsx';
import { SupportContact } from '../../boot/support-contact.tsx';
import { needsVerification, validateToken } from './api.ts';

/** Incomplete: a link without its token. */
type TokenCheck = 'verifying' | 'verified' | 'incomplete' | { error: string };

const FORWARD_AFTER = 2000;

const WHOLE_LINK =
  'Part of your link is missing. Please open the whole link: some email apps cut a long link off at the end of a line.';
const NEW_LINK = 'A link works once and only for a short time. Please ask for a new one where you got this one.';

async function checkToken(token: string | null): Promise<TokenCheck> {
  if (!token) return 'incomplete';
  const answer = await validateToken(token);
  if (answer === 'valid') return 'verified';
  return {
    error: answer === 'unreachable' ? 'Network error occurred' : (answer.refused ?? 'Invalid or expired token'),
  };
}

function useTokenCheck(token: string | null): TokenCheck {
  const [check, setCheck] = useState<TokenCheck>('verifying');
  useEffect(() => {
    let left = false;
    const run = () => checkToken(token).then((next) => left || setCheck(next));
    run();
    // An answered token is not sent again.
    addEventListener('online', run);
    return () => {
      left = true;
      removeEventListener('online', run);
    };
  }, [token]);
  return check;
}

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

function ContinueWithoutLink() {
  const { gateRetryUrl } = usePortal();
  const [hasAccess, setHasAccess] = useState(false);
  useEffect(() => {
    needsVerification().then(
      (needed) => setHasAccess(!needed),
      () => {},
    );
  }, []);
  if (!hasAccess) return null;
  return (
    <Link href={EMAIL_ENTRY_PATH} className={buttonClass(gateRetryUrl ? 'secondary' : 'primary')}>
      Continue without the link
    </Link>
  );
}

function Failed({ error }: { error: string | null }) {
  const { gateRetryUrl } = usePortal();
  return (
    <MessageScreen
      icon={CircleAlert}
      title={error === null ? 'This link is incomplete' : 'Verification failed'}
      action={
        <div className="flex flex-col items-center gap-3">
          {gateRetryUrl && <Button onClick={() => location.assign(gateRetryUrl)}>Retry Verification</Button>}
          <ContinueWithoutLink />
        </div>
      }
    >
      {error !== null && <p>{error}</p>}
      <div className="mt-4 space-y-2 text-14">
        <p>{error === null ? WHOLE_LINK : NEW_LINK}</p>
        <SupportContact />
      </div>
      {error === null && (
        // The exact error, for the operators of the other system.
        <p className="mt-6 text-12">
          <span>No verification token provided</span> · <span>Missing token parameter</span>
        </p>
      )}
    </MessageScreen>
  );
}

export function TokenLanding() {
  const token = new URLSearchParams(useSearch()).get('token');
  const check = useTokenCheck(token);
  useTitle('Verification');
  return (
    <div aria-live="polite" className="flex flex-1 flex-col">
      {check === 'verifying' && (
        <MessageScreen icon={LoaderCircle} title="Verifying...">
          This takes a moment.
        </MessageScreen>
      )}
      {check === 'verified' && <Verified />}
      {check === 'incomplete' && <Failed error={null} />}
      {typeof check === 'object' && <Failed {...check} />}
    </div>
  );
}

export function PageNotFound() {
  useTitle('Page Not Found');
  return (
    <MessageScreen icon={SearchX} title="Page Not Found">
      <p>The page you're looking for doesn't exist or has been moved.</p>
      <SupportContact className="mt-4 text-14" />
    </MessageScreen>
  );
}
