import { type ComponentType, type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { CurrentUser } from '../../../contract/auth/auth.ts';
import {
  CLOSED_PATH,
  COMPLETE_INFO_PATH,
  RE_LOGIN_PATH,
  SECURITY_CHECK_PATH,
  TERMS_PATH,
  UPDATE_DETAILS_PATH,
} from '../../../contract/redirects/redirects.rules.ts';
import { EMAIL_ENTRY_PATH, MY_DATA_PATH, VERIFY_CODE_PATH } from '../../../contract/verification/verification.rules.ts';
import { SupportContact } from '../../features/boot/support-contact.tsx';
import { AskedBanner } from '../../features/redirects/asked-banner.tsx';
import { usePortal } from '../../lib/portal.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Brand } from '../../ui/front-layout.tsx';
import { ThemeSwitch } from '../../ui/theme.tsx';
import { SignedIn, SignOutButton } from '../signed-in.tsx';
import { AccountHome } from './account-home.tsx';
import { NotFound } from './not-found.tsx';
import { CompleteInfoPage, ReLoginPage, SecurityCheckPage, TermsPage, UpdateDetailsPage } from './pages.tsx';

const pages: ReadonlyMap<string, ComponentType<{ user: CurrentUser }>> = new Map([
  [EMAIL_ENTRY_PATH, AccountHome],
  [VERIFY_CODE_PATH, AccountHome],
  [CLOSED_PATH, AccountHome],
  [MY_DATA_PATH, AccountHome],
  [COMPLETE_INFO_PATH, CompleteInfoPage],
  [RE_LOGIN_PATH, ReLoginPage],
  [UPDATE_DETAILS_PATH, UpdateDetailsPage],
  [TERMS_PATH, TermsPage],
  [SECURITY_CHECK_PATH, SecurityCheckPage],
]);

/** Pages that have their own Sign out. */
const hasSignOut = new Set<string>([EMAIL_ENTRY_PATH, VERIFY_CODE_PATH, CLOSED_PATH, MY_DATA_PATH, COMPLETE_INFO_PATH]);

export function AccountArea() {
  const [path] = useLocation();
  const Page = pages.get(path);
  if (!Page) return <NotFound />;
  return (
    <SignedIn>
      {(user) => (
        <AccountLayout>
          <ErrorBoundary resetKey={path}>
            <Suspense fallback={<Loading />}>
              <Page user={user} />
            </Suspense>
          </ErrorBoundary>
        </AccountLayout>
      )}
    </SignedIn>
  );
}

function AccountLayout({ children }: { children: ReactNode }) {
  const { organisation, logoUrl } = usePortal();
  const [path] = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex h-14 max-w-160 items-center justify-between gap-4 px-4">
          <Brand name={organisation} logo={logoUrl} />
          <ThemeSwitch />
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-160 flex-1 flex-col px-4 py-8 sm:py-12">
        <AskedBanner>
          {path !== COMPLETE_INFO_PATH && <SupportContact />}
          {!hasSignOut.has(path) && <SignOutButton />}
        </AskedBanner>
        {children}
      </main>
    </div>
  );
}
