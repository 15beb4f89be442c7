import { useLocation } from 'wouter';
import { VERIFY_CODE_PATH } from '../../../contract/guest-flow.ts';
import { Gate } from '../../features/guests/gate.tsx';
import { OfflineBanner } from '../../features/guests/offline-banner.tsx';
import { usePortal } from '../../lib/portal.ts';
import { FrontLayout } from '../../ui/front-layout.tsx';
import { EmailEntryPage } from './email-entry-page.tsx';
import { PageNotFound } from './page-not-found.tsx';
import { RedirectPage } from './redirect-page.tsx';
import { VerifyCodePage } from './verify-code-page.tsx';

export function GuestArea() {
  const { organisation } = usePortal();
  const [path] = useLocation();
  return (
    <FrontLayout name={organisation} logo="/logo.svg">
      <OfflineBanner />
      {path === '/redirect' ? (
        <RedirectPage />
      ) : (
        <Gate shut={<PageNotFound />}>{path === VERIFY_CODE_PATH ? <VerifyCodePage /> : <EmailEntryPage />}</Gate>
      )}
    </FrontLayout>
  );
}
