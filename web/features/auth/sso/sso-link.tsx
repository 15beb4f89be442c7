import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { isSsoFailure, SSO_PARAMETER } from '../../../../contract/auth/sso.rules.ts';
import type { SsoState } from '../../../../contract/auth/sso.ts';
import { messages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { toast, toastSuccess } from '../../../ui/overlays/toast.ts';
import { formatDateTime } from '../../../ui/time/format.ts';
import { useLinkSso, type useSsoState, useUnlinkSso } from './api.ts';

/** The provider's result is in the URL once. */
export function useSsoOutcome() {
  const [path, navigate] = useLocation();
  const outcome = new URLSearchParams(useSearch()).get(SSO_PARAMETER);
  useEffect(() => {
    if (outcome === null) return;
    if (outcome === 'linked') toastSuccess('Single sign-on linked');
    else if (isSsoFailure(outcome))
      toast({ title: 'Single sign-on', description: messages().sso[outcome], variant: 'error' });
    navigate(path, { replace: true });
  }, [outcome, path, navigate]);
}

export function ssoText({ data, isError }: Pick<ReturnType<typeof useSsoState>, 'data' | 'isError'>): string {
  if (data) return describeState(data);
  return isError ? 'We couldn’t check whether it’s linked' : 'Sign in here without your password';
}

function describeState({ provider, linkedAt, usedAt }: SsoState): string {
  if (linkedAt === null) return `Sign in with your account at ${provider}, without your password here`;
  const used = usedAt === null ? 'not used yet' : `last used ${formatDateTime(usedAt)}`;
  return `Linked to ${provider} since ${formatDateTime(linkedAt)}, ${used}`;
}

export function SsoButton({ query }: { query: ReturnType<typeof useSsoState> }) {
  const link = useLinkSso();
  if (query.data?.linkedAt) return <Unlink provider={query.data.provider} />;
  if (query.data)
    return (
      <Button variant="secondary" pending={link.isPending} onClick={() => link.mutate()}>
        {link.isPending ? 'Linking...' : 'Link'}
      </Button>
    );
  if (query.isError)
    return (
      <Button variant="secondary" pending={query.isFetching} onClick={() => query.refetch()}>
        Try again
      </Button>
    );
  return <Skeleton className="h-(--control-height) w-20" />;
}

function Unlink({ provider }: { provider: string }) {
  const [asking, setAsking] = useState(false);
  const unlink = useUnlinkSso();
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Unlink
      </Button>
      {asking && (
        <ConfirmDialog
          title="Unlink single sign-on?"
          description={`Your account at ${provider} no longer signs you in here. Use your password instead.`}
          confirm="Unlink"
          pending={unlink.isPending}
          onConfirm={() => unlink.mutate(undefined, { onSettled: close })}
          onCancel={close}
        />
      )}
    </>
  );
}
