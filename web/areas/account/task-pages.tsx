import { ChevronLeft } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { CurrentUser } from '../../../contract/auth.ts';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification.rules.ts';
import { usePortal } from '../../lib/portal.ts';
import { useTitle } from '../../lib/use-title.ts';
import { PageHeading } from './page-heading.tsx';

// Forms and texts are downloaded when their page is opened.
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

/** One thing to do, and the way back. */
function TaskPage({ title, subtitle, children }: TaskPageProps) {
  useTitle(title);
  return (
    <div data-density="roomy">
      {/* Not to "/", which loads the page anew: a session that has ended is noticed only inside the app. */}
      <Link
        href={EMAIL_ENTRY_PATH}
        className="-my-2 inline-flex items-center gap-1.5 py-2 text-13 font-medium text-muted hover:text-ink"
      >
        <ChevronLeft size={14} aria-hidden />
        Back to your account
      </Link>
      <PageHeading className="mt-6 text-28">{title}</PageHeading>
      <p className="mt-2 mb-8 text-16 text-pretty text-muted">{subtitle}</p>
      {children}
    </div>
  );
}

export const UpdateDetailsPage = ({ user }: { user: CurrentUser }) => (
  <TaskPage title="Update your details" subtitle="Everything but “About you” makes your profile complete.">
    <OwnDetails email={user.email} />
  </TaskPage>
);

export const TermsPage = () => (
  <TaskPage title="Terms" subtitle={`What applies when you use the portal of ${usePortal().organisation}.`}>
    <TermsAgreement />
  </TaskPage>
);

export const SecurityCheckPage = ({ user }: { user: CurrentUser }) => (
  <TaskPage title="Security check" subtitle="Enter your password, so that we know that it is you at the screen.">
    <SecurityCheckForm username={user.username} />
  </TaskPage>
);
