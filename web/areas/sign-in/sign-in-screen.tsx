import { Info, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { isSsoFailure, SSO_PARAMETER } from '../../../contract/auth/sso.rules.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { FrontLayout } from '../../ui/front-layout.tsx';

/** Why the person was sent here. */
function useNote(): string | undefined {
  const parameters = new URLSearchParams(useSearch());
  const { signIn, sso } = useMessages();
  const failure = parameters.get(SSO_PARAMETER);
  if (isSsoFailure(failure)) return sso[failure];
  const reason = parameters.get('reason');
  if (reason === 'signed-out') return signIn.reasons.signedOut;
  return reason === 're-login' ? signIn.reasons.reLogin : undefined;
}

let shownBefore = false;

/** Announces a new page to screen readers. */
function useFocusOnNavigation() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shownBefore) heading.current?.focus();
    shownBefore = true;
  }, []);
  return heading;
}

interface SignInScreenProps {
  title: string;
  subtitle: string;
  icon: LucideIcon;
  pageTitle: string;
  children: ReactNode;
  footer?: ReactNode;
}

export function SignInScreen({ title, subtitle, icon: Icon, pageTitle, children, footer }: SignInScreenProps) {
  const { organisation } = usePortal();
  const note = useNote();
  const heading = useFocusOnNavigation();
  useTitle(pageTitle);
  return (
    <FrontLayout name={organisation}>
      <div className="mb-6 flex items-center gap-4">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-card border border-line bg-surface text-accent-ink">
          <Icon size={20} aria-hidden />
        </span>
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-20 font-semibold tracking-tight">
            {title}
          </h1>
          <p className="text-muted">{subtitle}</p>
        </div>
      </div>
      {note && (
        <p
          role="status"
          className="mb-4 flex items-center gap-2.5 rounded-control border border-line bg-surface px-4 py-3 text-13"
        >
          <Info size={16} className="shrink-0 text-accent-ink" aria-hidden />
          {note}
        </p>
      )}
      <div className="rounded-card border border-line bg-surface p-4 min-[400px]:p-6">{children}</div>
      {footer && <div className="mt-6 text-center">{footer}</div>}
    </FrontLayout>
  );
}
