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

type TokenCheck = { state: 'verifying' } | { state: 'verified' } | { state: 'failed'; message: string; error: string };

const FAILED = 'Verification failed';
const NO_TOKEN = 'No verification token provided';
const FORWARD_AFTER = 2000;

const WHOLE_LINK =
  'This page belongs to a link that you were given, and a part of it is missing. Please open that link again, the whole of it: in some mail programs a long link is cut off at the end of a line.';
const NEW_LINK = 'A link works once and only for a short time. Please get a new one where you got this one.';

async function checkToken(token: string | null): Promise<TokenCheck> {
  if (!token) return { state: 'failed', message: NO_TOKEN, error: 'Missing token parameter' };
  const answer = await validateToken(token);
  if (answer === 'valid') return { state: 'verified' };
  if (answer === 'unreachable') return { state: 'failed', message: FAILED, error: 'Network error occurred' };
  return { state: 'failed', message: FAILED, error: answer.refused ?? 'Invalid or expired token' };
}

function useTokenCheck(token: string | null): TokenCheck {
  const [check, setCheck] = useState<TokenCheck>({ state: 'verifying' });
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

function useHasAccess() {
  const [hasAccess, setHasAccess] = useState<boolean | null>(null);
  useEffect(() => {
    needsVerification().then(
      (needed) => setHasAccess(!needed),
      () => setHasAccess(false),
    );
  }, []);
  return hasAccess;
}

function ContinueWithoutLink() {
  const { gateRetryUrl } = usePortal();
  const hasAccess = useHasAccess();
  if (hasAccess)
    return (
      <Link href={EMAIL_ENTRY_PATH} className={buttonClass(gateRetryUrl ? 'secondary' : 'primary')}>
        Go on without the link
      </Link>
    );
  return null;
}

function Failed({ message, error }: { message: string; error: string }) {
  const { gateRetryUrl } = usePortal();
  const isIncomplete = message === NO_TOKEN;
  return (
    <MessageScreen
      icon={CircleAlert}
      title={isIncomplete ? 'This link is not complete' : message}
      action={
        <div className="flex flex-col items-center gap-3">
          {gateRetryUrl && <Button onClick={() => location.assign(gateRetryUrl)}>Retry Verification</Button>}
          <ContinueWithoutLink />
        </div>
      }
    >
      {!isIncomplete && <p>{error}</p>}
      <div className="mt-4 space-y-2 text-14">
        <p>{isIncomplete ? WHOLE_LINK : NEW_LINK}</p>
        <SupportContact />
      </div>
      {isIncomplete && (
        // The exact error, for the operators of the other system.
        <p className="mt-6 text-12">
          <span>{message}</span> · <span>{error}</span>
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
      {check.state === 'verifying' && (
        <MessageScreen icon={LoaderCircle} title="Verifying...">
          This takes a moment.
        </MessageScreen>
      )}
      {check.state === 'verified' && <Verified />}
      {check.state === 'failed' && <Failed {...check} />}
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
