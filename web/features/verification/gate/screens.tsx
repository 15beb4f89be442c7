import { CircleAlert, CircleCheck, LoaderCircle, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../../contract/verification/verification.rules.ts';
import { messages, useMessages } from '../../../lib/messages.ts';
import { usePortal } from '../../../lib/portal.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { WithSlots } from '../../../lib/with-slots.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { MessageScreen } from '../../../ui/feedback/message-screen.tsx';
import { SupportContact } from '../../boot/support-contact.tsx';
import { needsVerification, validateToken } from './api.ts';

/** Incomplete means a link without a token. */
type TokenCheck = 'verifying' | 'verified' | 'incomplete' | { error: string };

const FORWARD_AFTER_S = 2;

async function checkToken(token: string | null): Promise<TokenCheck> {
  if (!token) return 'incomplete';
  const answer = await validateToken(token);
  if (answer === 'valid') return 'verified';
  const { link } = messages().guest;
  return { error: answer === 'unreachable' ? link.unreachable : (answer.refused ?? link.invalidOrExpired) };
}

function useTokenCheck(token: string | null): TokenCheck {
  const [check, setCheck] = useState<TokenCheck>('verifying');
  useEffect(() => {
    let left = false;
    const run = () => checkToken(token).then((next) => left || setCheck(next));
    run();
    // Tries again when online; a token that was answered is not sent again.
    addEventListener('online', run);
    return () => {
      left = true;
      removeEventListener('online', run);
    };
  }, [token]);
  return check;
}

function Verified() {
  const { link } = useMessages().guest;
  const { organisation } = usePortal();
  const [, navigate] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => navigate(EMAIL_ENTRY_PATH, { replace: true }), FORWARD_AFTER_S * 1000);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <MessageScreen icon={CircleCheck} title={link.verified}>
      <p>
        <WithSlots message={link.access} slots={{ organisation: <bdi>{organisation}</bdi> }} />
      </p>
      <p className="mt-4 text-13">{link.redirecting(FORWARD_AFTER_S)}</p>
    </MessageScreen>
  );
}

function ContinueWithoutLink() {
  const { link } = useMessages().guest;
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
      {link.continueWithout}
    </Link>
  );
}

function Failed({ error }: { error: string | null }) {
  const { link } = useMessages().guest;
  const { gateRetryUrl } = usePortal();
  return (
    <MessageScreen
      icon={CircleAlert}
      title={error === null ? link.incomplete : link.failed}
      action={
        <div className="flex flex-col items-center gap-3">
          {gateRetryUrl && <Button onClick={() => location.assign(gateRetryUrl)}>{link.retry}</Button>}
          <ContinueWithoutLink />
        </div>
      }
    >
      {error !== null && <p>{error}</p>}
      <div className="mt-4 space-y-2 text-14">
        <p>{error === null ? link.openWhole : link.askForNew}</p>
        <SupportContact />
      </div>
      {error === null && (
        // The exact error helps the operators of the other system.
        <p className="mt-6 text-12">
          <span>{link.noToken}</span> · <span>{link.missingToken}</span>
        </p>
      )}
    </MessageScreen>
  );
}

export function TokenLanding() {
  const { link } = useMessages().guest;
  const token = new URLSearchParams(useSearch()).get('token');
  const check = useTokenCheck(token);
  useTitle(link.title);
  return (
    <div aria-live="polite" className="flex flex-1 flex-col">
      {check === 'verifying' && (
        <MessageScreen icon={LoaderCircle} title={link.verifying.title}>
          {link.verifying.description}
        </MessageScreen>
      )}
      {check === 'verified' && <Verified />}
      {check === 'incomplete' && <Failed error={null} />}
      {typeof check === 'object' && <Failed {...check} />}
    </div>
  );
}

export function PageNotFound() {
  const { notFound } = useMessages().guest;
  useTitle(notFound.title);
  return (
    <MessageScreen icon={SearchX} title={notFound.title}>
      <p>{notFound.description}</p>
      <SupportContact className="mt-4 text-14" />
    </MessageScreen>
  );
}
