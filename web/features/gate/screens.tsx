/** What few guests see, so the others need not download it. */
import { CircleAlert, CircleCheck, LoaderCircle, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification.rules.ts';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/feedback/message-screen.tsx';
import { SupportContact } from '../help/support-contact.tsx';
import { validateToken } from './api.ts';

type Landing = { state: 'verifying' } | { state: 'verified' } | { state: 'failed'; message: string; error: string };

const FAILED = 'Verification failed';
const NO_TOKEN = 'No verification token provided';
const FORWARD_AFTER = 2000;

/** What people can do about it. */
const WHOLE_LINK =
  'This page belongs to a link that you were given. Please open that link again, the whole of it: a part may have been cut off.';
const NEW_LINK = 'A link works once and only for a short time. Please get a new one where you got this one.';

async function land(token: string | null): Promise<Landing> {
  if (!token) return { state: 'failed', message: NO_TOKEN, error: 'Missing token parameter' };
  const answer = await validateToken(token);
  if (answer === 'valid') return { state: 'verified' };
  if (answer === 'unreachable') return { state: 'failed', message: FAILED, error: 'Network error occurred' };
  return { state: 'failed', message: FAILED, error: answer.refused ?? 'Invalid or expired token' };
}

/** Uses up the token of the link, once. When the network was the problem, it tries again as soon as there is one. */
function useLanding(token: string | null): Landing {
  const [landing, setLanding] = useState<Landing>({ state: 'verifying' });
  useEffect(() => {
    let left = false;
    const run = () => land(token).then((next) => left || setLanding(next));
    run();
    // What the server already answered is only read again.
    addEventListener('online', run);
    return () => {
      left = true;
      removeEventListener('online', run);
    };
  }, [token]);
  return landing;
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

function Failed({ message, error }: { message: string; error: string }) {
  const { gateRetryUrl } = usePortal();
  return (
    <MessageScreen
      icon={CircleAlert}
      title={message}
      action={
        gateRetryUrl ? (
          <Button onClick={() => location.assign(gateRetryUrl)}>Retry Verification</Button>
        ) : (
          <Link href={EMAIL_ENTRY_PATH} className={buttonClass('secondary')}>
            Go to the first page
          </Link>
        )
      }
    >
      <p>{error}</p>
      <div className="mt-4 space-y-2 text-14">
        <p>{message === NO_TOKEN ? WHOLE_LINK : NEW_LINK}</p>
        <SupportContact />
      </div>
    </MessageScreen>
  );
}

/** Where the links of the external verification system lead. */
export function TokenLanding() {
  const token = new URLSearchParams(useSearch()).get('token');
  const landing = useLanding(token);
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

/** For guests whom the gate keeps out. */
export function PageNotFound() {
  useTitle('Page Not Found');
  return (
    <MessageScreen icon={SearchX} title="Page Not Found">
      <p>The page you're looking for doesn't exist or has been moved.</p>
      <SupportContact className="mt-4 text-14" />
    </MessageScreen>
  );
}
