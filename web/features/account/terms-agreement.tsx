import { CircleAlert, FileText } from 'lucide-react';
import type { Terms } from '../../../contract/account/account.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toastFailure } from '../../ui/overlays/toast.ts';
import { formatDateTime } from '../../ui/time/format.ts';
import { haveTermsChanged, useAcceptTerms, useTerms } from './api.ts';
import { TaskDone, TaskLoadError } from './task-result.tsx';

function Accept({ terms }: { terms: Terms }) {
  const { account, shared } = useMessages();
  const words = account.terms;
  const accept = useAcceptTerms();
  const agree = () =>
    accept.mutate(terms.version, {
      onError: (error) => {
        if (!haveTermsChanged(error)) toastFailure(words.notAccepted, error, shared.pleaseTryAgain);
      },
    });
  return (
    <>
      {haveTermsChanged(accept.error) && (
        <p
          role="alert"
          className="mb-4 flex items-start gap-2.5 rounded-control bg-warning-soft px-4 py-3 text-13 text-warning"
        >
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          {words.changed}
        </p>
      )}
      {terms.acceptedAt && !terms.asked ? (
        <TaskDone justNow={accept.isSuccess}>{words.accepted(formatDateTime(terms.acceptedAt))}</TaskDone>
      ) : (
        <Button pending={accept.isPending} onClick={agree} className="w-full sm:w-auto">
          {accept.isPending ? words.accepting : words.accept}
        </Button>
      )}
    </>
  );
}

export function TermsAgreement() {
  const words = useMessages().account.terms;
  const query = useTerms();
  if (query.error) return <TaskLoadError title={words.notLoaded} query={query} />;
  const { data: terms } = query;
  if (!terms) {
    return (
      <>
        <p role="status" className="sr-only">
          {words.loading}
        </p>
        <Skeleton className="h-[max(16rem,55dvh)]" />
      </>
    );
  }
  if (!terms.text.trim()) {
    return (
      <EmptyState icon={FileText} title={words.none.title}>
        {words.none.text}
      </EmptyState>
    );
  }
  return (
    <>
      <section
        key={terms.version}
        aria-label={words.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: there is no other way to scroll it without a pointer
        tabIndex={0}
        className="mb-6 max-h-[max(16rem,55dvh)] overflow-y-auto rounded-card border border-line bg-surface px-5 py-4 text-16 wrap-anywhere whitespace-pre-wrap"
      >
        {terms.text}
      </section>
      <Accept terms={terms} />
    </>
  );
}
