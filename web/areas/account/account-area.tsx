import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { SignedIn } from '../../features/auth/signed-in.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { AccountLayout } from './account-layout.tsx';
import { NotFound } from './not-found.tsx';
import { pages } from './pages.ts';

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
