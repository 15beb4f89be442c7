import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { isSsoFailure, SSO_PARAMETER } from '../../../../contract/auth/sso.rules.ts';
import type { SsoState } from '../../../../contract/auth/sso.ts';
import type { Messages } from '../../../../contract/language/messages.ts';
import { messages, useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { toast, toastSuccess } from '../../../ui/overlays/toast.ts';
import { formatDateTime } from '../../../ui/time/format.ts';
import { useLinkSso, type useSsoState, useUnlinkSso } from './api.ts';

/** Reads the provider's result and removes it from the URL. */
export function useSsoOutcome() {
  const [path, navigate] = useLocation();
  const outcome = new URLSearchParams(useSearch()).get(SSO_PARAMETER);
  useEffect(() => {
    if (outcome === null) return;
    if (outcome === 'linked') toastSuccess(messages().account.sso.linked);
    else if (isSsoFailure(outcome))
      toast({ title: messages().account.sso.title, description: messages().sso[outcome], variant: 'error' });
    navigate(path, { replace: true });
  }, [outcome, path, navigate]);
}

type Words = Messages['account']['sso'];
type Query = Pick<ReturnType<typeof useSsoState>, 'data' | 'isError'>;

export function ssoText(words: Words, { data, isError }: Query): string {
  if (data) return describeState(words, data);
  return isError ? words.notLoaded : words.text;
}

function describeState(words: Words, { provider, linkedAt, usedAt }: SsoState): string {
  if (linkedAt === null) return words.textOf(provider);
  const since = formatDateTime(linkedAt);
  return usedAt === null ? words.neverUsed(provider, since) : words.lastUsed(provider, since, formatDateTime(usedAt));
}

export function SsoButton({ query }: { query: ReturnType<typeof useSsoState> }) {
  const { account, shared } = useMessages();
  const link = useLinkSso();
  if (query.data?.linkedAt) return <Unlink provider={query.data.provider} />;
  if (query.data)
    return (
      <Button variant="secondary" pending={link.isPending} onClick={() => link.mutate()}>
        {link.isPending ? account.sso.linking : account.sso.link}
      </Button>
    );
  if (query.isError)
    return (
      <Button variant="secondary" pending={query.isFetching} onClick={() => query.refetch()}>
        {shared.tryAgain}
      </Button>
    );
  return <Skeleton className="h-(--control-height) w-20" />;
}

function Unlink({ provider }: { provider: string }) {
  const words = useMessages().account.sso;
  const [asking, setAsking] = useState(false);
  const unlink = useUnlinkSso();
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {words.unlink}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.unlinkTitle}
          description={words.unlinkText(provider)}
          confirm={words.unlink}
          pending={unlink.isPending}
          onConfirm={() => unlink.mutate(undefined, { onSettled: close })}
          onCancel={close}
        />
      )}
    </>
  );
}
