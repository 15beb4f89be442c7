import { ChevronLeft, CircleAlert, KeyRound, LifeBuoy } from 'lucide-react';
import { lazy, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { CurrentUser } from '../../../contract/auth/auth.ts';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification/verification.rules.ts';
import { useReLogin } from '../../features/auth/api.ts';
import { SupportContact } from '../../features/boot/support-contact.tsx';
import { askedIn } from '../../features/redirects/asked-banner.tsx';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { MessageScreen } from '../../ui/feedback/message-screen.tsx';
import { SignOutButton } from '../signed-in.tsx';

const OwnDetails = lazy(() =>
  import('../../features/account/own-details.tsx').then((file) => ({ default: file.OwnDetails })),
);
const TermsAgreement = lazy(() =>
  import('../../features/account/terms-agreement.tsx').then((file) => ({ default: file.TermsAgreement })),
);
const SecurityCheckForm = lazy(() =>
  import('../../features/account/security-check-form.tsx').then((file) => ({ default: file.SecurityCheckForm })),
);

interface TaskPageProps {
  title: string;
  subtitle: string;
  children: ReactNode;
}

function TaskPage({ title, subtitle, children }: TaskPageProps) {
  const { backToAccount } = useMessages().account;
  useTitle(title);
  return (
    <div data-density="roomy">
      {/* Not "/", which would reload the page: only the app notices that a session has ended. */}
      <Link
        href={EMAIL_ENTRY_PATH}
        className="-my-2 inline-flex items-center gap-1.5 py-2 text-13 font-medium text-muted hover:text-ink"
      >
        <ChevronLeft size={14} className="rtl:-scale-x-100" aria-hidden />
        {backToAccount}
      </Link>
      <PageHeading className="mt-6 text-28">{title}</PageHeading>
      <p className="mt-2 mb-8 text-16 text-pretty text-muted">{subtitle}</p>
      {children}
    </div>
  );
}

export function UpdateDetailsPage({ user }: { user: CurrentUser }) {
  const { title, subtitle } = useMessages().account.details;
  return (
    <TaskPage title={title} subtitle={subtitle}>
      <OwnDetails email={user.email} />
    </TaskPage>
  );
}

export function TermsPage() {
  const { title, subtitle } = useMessages().account.terms;
  return (
    <TaskPage title={title} subtitle={subtitle(usePortal().organisation)}>
      <TermsAgreement />
    </TaskPage>
  );
}

export function SecurityCheckPage({ user }: { user: CurrentUser }) {
  const { title, subtitle } = useMessages().account.securityCheck;
  return (
    <TaskPage title={title} subtitle={subtitle}>
      <SecurityCheckForm username={user.username} />
    </TaskPage>
  );
}

function MessagePage({ title, children }: { title: string; children: ReactNode }) {
  const page = useFocusOnOpen<HTMLDivElement>();
  useTitle(title);
  return (
    <div ref={page} tabIndex={-1} data-density="roomy" className="flex flex-1 flex-col">
      {children}
    </div>
  );
}

export function CompleteInfoPage() {
  const { title, text, goBack } = useMessages().account.completeProfile;
  return (
    <MessagePage title={title}>
      <MessageScreen
        icon={LifeBuoy}
        title={title}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Link href={EMAIL_ENTRY_PATH} className={buttonClass()}>
              {goBack}
            </Link>
            <SignOutButton />
          </div>
        }
      >
        <p>{text}</p>
        <SupportContact className="mt-4 text-14" />
      </MessageScreen>
    </MessagePage>
  );
}

export function ReLoginPage({ user }: { user: CurrentUser }) {
  const { organisation } = usePortal();
  const { account, shared } = useMessages();
  const { reLogin } = account;
  const asked = askedIn(history.state);
  const why =
    asked && (asked.reason ? reLogin.askedByBecause(organisation, asked.reason) : reLogin.askedBy(organisation));
  const { mutate: leave, isError, error } = useReLogin(user.role, why);
  useEffect(() => leave(), [leave]);
  return (
    <MessagePage title={reLogin.pageTitle}>
      <div role="status" className="flex flex-1 flex-col">
        {isError ? (
          <MessageScreen
            icon={CircleAlert}
            title={reLogin.stillSignedIn.title}
            action={<Button onClick={() => leave()}>{shared.tryAgain}</Button>}
          >
            {sentenceOf(error, reLogin.stillSignedIn.text)}
          </MessageScreen>
        ) : (
          <MessageScreen icon={KeyRound} title={reLogin.title}>
            {reLogin.text}
          </MessageScreen>
        )}
      </div>
    </MessagePage>
  );
}

/** Announces the page to screen readers. */
function useFocusOnOpen<E extends HTMLElement>() {
  const target = useRef<E>(null);
  useEffect(() => {
    target.current?.focus();
    scrollTo(0, 0);
  }, []);
  return target;
}

export function PageHeading({ className, children }: { className: string; children: ReactNode }) {
  const heading = useFocusOnOpen<HTMLHeadingElement>();
  return (
    <h1 ref={heading} tabIndex={-1} className={`font-semibold tracking-tight ${className}`}>
      {children}
    </h1>
  );
}
