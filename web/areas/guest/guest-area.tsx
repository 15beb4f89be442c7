import { lazy } from 'react';
import { useLocation } from 'wouter';
import { VERIFY_CODE_PATH } from '../../../contract/verification.rules.ts';
import { Gate } from '../../features/gate/gate.tsx';
import { OfflineBanner } from '../../features/verification/offline-banner.tsx';
import { usePortal } from '../../lib/portal.ts';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { EmailEntryPage } from './email-entry-page.tsx';
import { VerifyCodePage } from './verify-code-page.tsx';

/** The two pages of the flow come together, so that going from one to the other waits for nothing. These are rare. */
const RedirectPage = lazy(() => import('./redirect-page.tsx').then((file) => ({ default: file.RedirectPage })));
const PageNotFound = lazy(() => import('./page-not-found.tsx').then((file) => ({ default: file.PageNotFound })));

export function GuestArea() {
  const { organisation, logoUrl } = usePortal();
  const [path] = useLocation();
  return (
    <FrontLayout name={organisation} logo={logoUrl}>
      <OfflineBanner />
      {path === '/redirect' ? (
        <RedirectPage />
      ) : (
        <Gate shut={<PageNotFound />}>{path === VERIFY_CODE_PATH ? <VerifyCodePage /> : <EmailEntryPage />}</Gate>
      )}
    </FrontLayout>
  );
}
