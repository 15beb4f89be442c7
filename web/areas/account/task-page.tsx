import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification.rules.ts';
import { useTitle } from '../../lib/use-title.ts';
import { PageHeading } from './page-heading.tsx';

interface TaskPageProps {
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** One thing to do, and the way back. */
export function TaskPage({ title, subtitle, children }: TaskPageProps) {
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
