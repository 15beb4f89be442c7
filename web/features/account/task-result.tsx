import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { EMAIL_ENTRY_PATH } from '../../../contract/verification/verification.rules.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';

/** Takes over the focus from the pressed button, which is gone. */
export function TaskDone({ justNow, children }: { justNow: boolean; children: ReactNode }) {
  const { goToAccount } = useMessages().account;
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (justNow) words.current?.focus();
  }, [justNow]);
  return (
    <div className="flex flex-col items-start gap-5">
      <p ref={words} tabIndex={-1} className="flex items-start gap-2.5 text-16">
        <CircleCheck size={20} className="mt-0.5 shrink-0 text-success" aria-hidden />
        {children}
      </p>
      <Link href={EMAIL_ENTRY_PATH} className={buttonClass('secondary')}>
        {goToAccount}
      </Link>
    </div>
  );
}

type FailedQuery = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;

export function TaskLoadError({ title, query }: { title: string; query: FailedQuery }) {
  const { shared } = useMessages();
  return (
    <div role="alert" className="rounded-card border border-line bg-surface p-5">
      <h2 className="flex items-center gap-2.5 text-16 font-semibold">
        <CircleAlert size={16} className="shrink-0 text-danger" aria-hidden />
        {title}
      </h2>
      <p className="mt-1 mb-5 text-muted">{sentenceOf(query.error, shared.pleaseTryAgainLater)}</p>
      <Button variant="secondary" pending={query.isFetching} onClick={() => query.refetch()}>
        {shared.tryAgain}
      </Button>
    </div>
  );
}
