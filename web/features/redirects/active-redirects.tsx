import { CornerUpRight } from 'lucide-react';
import { memo, useState } from 'react';
import { guestName } from '../../../contract/guests/guests.rules.ts';
import { UNKNOWN_USER } from '../../../contract/log/activity.rules.ts';
import { destinationLabel } from '../../../contract/redirects/redirects.rules.ts';
import type { Redirect } from '../../../contract/redirects/redirects.ts';
import { useMay } from '../../lib/use-may.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, compactClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Clipped } from '../../ui/clipped.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { ListFrame } from '../../ui/rows/list-frame.tsx';
import { RefreshButton } from '../../ui/rows/list-toolbar.tsx';
import { linesClass, ROW_REM } from '../../ui/rows/row-height.ts';
import { VirtualList } from '../../ui/rows/virtual-list.tsx';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useRedirects, useRemoveRedirect } from './api.ts';

/** On phones a row has a third line. */
const TALL_ROW_REM = 6;

const redirectedLabel = ({ guestIp, guest, userName }: Redirect) =>
  guestIp ? guestName({ ipAddress: guestIp, ...guest }) : (userName ?? UNKNOWN_USER);

export function ActiveRedirects() {
  const list = useRedirects();
  const heightRem = useMediaQuery('(min-width: 640px)') ? ROW_REM : TALL_ROW_REM;
  const remove = useRemoveRedirect();
  const [removing, setRemoving] = useState<Redirect | null>(null);
  return (
    <Card
      title="Active Redirects"
      description="One-time redirects that wait for delivery, and persistent ones"
      action={<RefreshButton list={list} />}
    >
      <div className="-m-5">
        <ListFrame
          list={list}
          skeleton={<RedirectsSkeleton />}
          failure="Couldn't load the redirects"
          empty={
            <Notice icon={CornerUpRight} title="No active redirects">
              Redirects appear here until they're delivered, done or removed.
            </Notice>
          }
        >
          <VirtualList
            key={heightRem}
            label="Active redirects"
            list={list}
            rows={list.items}
            heightRem={heightRem}
            renderRow={(redirect, index) => <RedirectRow redirect={redirect} index={index} onRemove={setRemoving} />}
          />
        </ListFrame>
      </div>
      {removing && (
        <ConfirmDialog
          title="Remove Redirect"
          description={
            <span className="wrap-anywhere">
              <bdi className="font-medium text-ink">{redirectedLabel(removing)}</bdi> will no longer be sent to{' '}
              <bdi>{destinationLabel(removing.destinationPath)}</bdi>.{/* The whole reason; a row may cut it. */}
              {removing.reason && (
                <>
                  {' '}
                  The reason was: <bdi>{removing.reason}</bdi>
                </>
              )}
            </span>
          }
          confirm="Remove"
          destroys
          pending={remove.isPending}
          onConfirm={() => remove.mutate(removing, { onSettled: () => setRemoving(null) })}
          onCancel={() => setRemoving(null)}
        />
      )}
    </Card>
  );
}

const RedirectsSkeleton = () => (
  <RowsSkeleton
    label="Loading redirects…"
    count={3}
    rowClass="flex h-24 items-center gap-4 border-line border-b px-5 last:border-b-0 sm:h-10"
  >
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <Skeleton className="h-3 w-36" />
      <Skeleton className="h-2.5 w-52 max-w-full" />
    </div>
    <Skeleton className="h-6 w-18 shrink-0" />
    <Skeleton className="h-3 w-14 shrink-0" />
  </RowsSkeleton>
);

interface RedirectRowProps {
  redirect: Redirect;
  index: number;
  onRemove: (redirect: Redirect) => void;
}

const RedirectRow = memo(function RedirectRow({ redirect, index, onRemove }: RedirectRowProps) {
  const who = redirectedLabel(redirect);
  const where = destinationLabel(redirect.destinationPath);
  const { may, mayManage } = useMay();
  const canRemove = redirect.isGuestRedirect ? may('message-guests') : mayManage(redirect.userRole ?? 'user');
  return (
    <li
      data-index={index}
      className="flex h-24 flex-wrap content-center items-center gap-x-4 gap-y-1 border-line border-b px-5 text-13 last:border-b-0 sm:h-10 sm:flex-nowrap"
    >
      <div className={`${linesClass} flex-1`}>
        <Clipped text={who} className="font-medium" />
        <span className="flex min-w-0 items-center gap-1.5 text-12 text-muted">
          <CornerUpRight size={12} className="shrink-0" aria-hidden />
          <span title={redirect.reason ? `${where} · ${redirect.reason}` : where} className="truncate">
            <bdi className="text-ink">{where}</bdi>
            {redirect.reason && (
              <>
                {' · '}
                <bdi>{redirect.reason}</bdi>
              </>
            )}
          </span>
        </span>
      </div>
      <div className="flex items-center gap-3 text-12 text-muted max-sm:order-1 max-sm:w-full">
        <Badge tone={redirect.isPersistent ? 'warning' : 'neutral'}>
          {redirect.isPersistent ? 'Persistent' : 'One-time'}
        </Badge>
        <TimeAgo at={redirect.createdAt} />
      </div>
      {canRemove && (
        <Button
          variant="ghost"
          aria-label={`Remove redirect of ${who}`}
          onClick={() => onRemove(redirect)}
          className={`${compactClass} -me-3`}
        >
          Remove
        </Button>
      )}
    </li>
  );
});
