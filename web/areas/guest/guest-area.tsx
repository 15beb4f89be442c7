import { CircleAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { CLOSED_PATH } from '../../../contract/redirects/redirects.rules.ts';
import { MY_DATA_PATH, VERIFY_CODE_PATH } from '../../../contract/verification/verification.rules.ts';
import { forgetHelp, helpState, useHelpUpdates } from '../../features/guests/help/api.ts';
import { RedirectNotice } from '../../features/guests/messages/received/redirect-notice.tsx';
import { pageAt } from '../../features/verification/api.ts';
import { Gate } from '../../features/verification/gate/gate.tsx';
import { forgetProgress, progress } from '../../features/verification/progress.ts';
import { prefetchProgress, useResume } from '../../features/verification/resume.ts';
import { forgetVerification } from '../../features/verification/stored-verification.ts';
import { usePresence } from '../../features/verification/use-presence.ts';
import { inBackground } from '../../lib/api/api.ts';
import { useWasPrerendered } from '../../lib/hydrated.ts';
import { useMessages, withMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { unsent } from '../../lib/when-online.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { EmailEntryPage } from './email-entry-page.tsx';

const loadCodePage = () => withMessages('guestLater', import('./verify-code-page.tsx'));
const VerifyCodePage = lazy(() => loadCodePage().then((file) => ({ default: file.VerifyCodePage })));
const screens = () => import('../../features/verification/gate/screens.tsx');
const TokenLanding = lazy(() => screens().then((file) => ({ default: file.TokenLanding })));
const PageNotFound = lazy(() => screens().then((file) => ({ default: file.PageNotFound })));
const exitScreen = () => withMessages('guestLater', import('../../features/guests/messages/received/exit-screen.tsx'));
const ClosedScreen = lazy(() => exitScreen().then((file) => ({ default: file.ClosedScreen })));
const MyDataPage = lazy(() =>
  withMessages('myData', import('./my-data-page.tsx')).then((file) => ({ default: file.MyDataPage })),
);
const haltedScreen = () => withMessages('guestLater', import('../../features/guests/help/halted-screen.tsx'));
const siteNotice = () => withMessages('guestLater', import('../../features/programs/embed/site-notice.tsx'));
const SiteNotice = lazy(() => siteNotice().then((file) => ({ default: file.SiteNotice })));
const HaltedScreen = lazy(() => haltedScreen().then((file) => ({ default: file.HaltedScreen })));

function forgetAddress() {
  forgetVerification();
  forgetProgress();
  forgetHelp();
}

function onConnectionChange(changed: () => void) {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

function OfflineBanner() {
  const { offline } = useMessages().guest;
  const online = useSyncExternalStore(
    onConnectionChange,
    () => navigator.onLine,
    () => true,
  );
  const waits = unsent.use() !== null;
  return (
    // Always rendered: screen readers announce only changes inside it.
    <div role="status">
      {!online && (
        <p className="mb-6 flex animate-appear items-center gap-2.5 rounded-control bg-warning-soft px-4 py-3 text-13 text-warning">
          <CircleAlert size={16} className="shrink-0" aria-hidden />
          {waits ? offline.unsent : offline.page}
        </p>
      )}
    </div>
  );
}

function Flow({ path }: { path: string }) {
  const help = helpState.use();
  const isReady = useResume();
  const isConfirmed = progress.use()?.confirmed != null;
  const { site } = usePortal();
  useHelpUpdates();
  usePresence(pageAt(path));
  if (help?.halted) return <HaltedScreen warned={help.warned} />;
  if (!isReady) return <Loading />;
  return (
    <>
      <RedirectNotice />
      {site && (
        <Suspense fallback={null}>
          <SiteNotice site={site} isDone={isConfirmed} />
        </Suspense>
      )}
      {/* Preloads the next page when a guest begins to type. */}
      <div className="contents" onInput={() => inBackground(loadCodePage())}>
        {path === VERIFY_CODE_PATH ? (
          <Suspense fallback={<Loading />}>
            <VerifyCodePage />
          </Suspense>
        ) : (
          // No Suspense boundary: the page must be hydrated when the layout reports it.
          <EmailEntryPage />
        )}
      </div>
    </>
  );
}

function GatedFlow({ path }: { path: string }) {
  const wasPrerendered = useWasPrerendered();
  useEffect(() => {
    if (!wasPrerendered) prefetchProgress();
  }, [wasPrerendered]);
  return (
    <Gate shut={<PageNotFound />}>
      <Flow path={path} />
    </Gate>
  );
}

export function GuestArea() {
  const { organisation, logoUrl } = usePortal();
  const [path] = useLocation();
  return (
    <FrontLayout name={organisation} logo={logoUrl}>
      <OfflineBanner />
      {path === '/redirect' && <TokenLanding />}
      {path === CLOSED_PATH && <ClosedScreen />}
      {/* No gate: only a guest who has passed it has data to see here. */}
      {path === MY_DATA_PATH && <MyDataPage forget={forgetAddress} />}
      {![MY_DATA_PATH, '/redirect', CLOSED_PATH].includes(path) && <GatedFlow path={path} />}
    </FrontLayout>
  );
}
