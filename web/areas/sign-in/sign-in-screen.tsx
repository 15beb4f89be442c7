import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { FrontLayout } from '../../ui/front-layout.tsx';

interface SignInScreenProps {
  title: string;
  subtitle: string;
  pageTitle: string;
  children: ReactNode;
  footer?: ReactNode;
}

export function SignInScreen({ title, subtitle, pageTitle, children, footer }: SignInScreenProps) {
  const { organisation } = usePortal();
  const signedOut = new URLSearchParams(useSearch()).get('reason') === 'signed-out';
  useTitle(pageTitle);
  return (
    <FrontLayout name={organisation}>
      <h1 className="text-28 font-semibold tracking-tight">{title}</h1>
      <p className="mt-1 mb-6 text-16 text-muted">{subtitle}</p>
      {signedOut && (
        <p
          role="status"
          className="mb-4 flex items-center gap-2.5 rounded-control border border-line bg-surface px-4 py-3 text-13"
        >
          <Info size={16} className="shrink-0 text-accent-ink" aria-hidden />
          You have been signed out. Please sign in again.
        </p>
      )}
      <div className="rounded-card border border-line bg-surface p-4 min-[400px]:p-6">{children}</div>
      {footer && <div className="mt-6 text-center">{footer}</div>}
    </FrontLayout>
  );
}
