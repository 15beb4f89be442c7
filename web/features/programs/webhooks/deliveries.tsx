import { RefreshCw, TriangleAlert, Webhook } from 'lucide-react';
import { useState } from 'react';
import {
  DELIVERIES_SHOWN,
  EVENT_TYPES,
  OUTCOME_TYPES,
  TRIED_FOR_HOURS,
  WEBHOOK_TARGETS,
  type WebhookTarget,
} from '../../../../contract/programs/webhooks.rules.ts';
import type { ConfiguredTarget, WebhookDeliveries, WebhookDelivery } from '../../../../contract/programs/webhooks.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, compactClass, TextButton } from '../../../ui/button.tsx';
import { Clipped } from '../../../ui/clipped.tsx';
import { Loaded } from '../../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { toastFailure, toastSuccess } from '../../../ui/overlays/toast.ts';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { formatDateTime } from '../../../ui/time/format.ts';
import { TimeAgo, useSecond } from '../../../ui/time/time-ago.tsx';
import { type TypeFilter, useDeliveries, useSendAgain } from './api.ts';
import { describeDelivery, stateWords, targetWords, typeWords } from './delivery-words.ts';

const FIRST = 6;

const TYPE_GROUPS = [
  [{ value: 'all', label: 'All types' }],
  ...[OUTCOME_TYPES, EVENT_TYPES].map((types) => types.map((type) => ({ value: type, label: typeWords[type] }))),
] satisfies { value: TypeFilter; label: string }[][];

/** Read-only: only the operator sets the targets (decision 51). */
export function Deliveries() {
  const [type, setType] = useState<TypeFilter>('all');
  const query = useDeliveries(type);
  return (
    <Loaded query={query} skeleton={<DeliveriesSkeleton />} failure="Couldn't load the deliveries.">
      {({ targets, deliveries }) => (
        <>
          <ul className="flex flex-col gap-4">
            {WEBHOOK_TARGETS.map((name) => {
              const known = targets.find(({ target }) => target === name);
              return <li key={name}>{known ? <Target known={known} /> : <NoTarget target={name} />}</li>;
            })}
          </ul>
          {(targets.length > 0 || deliveries.length > 0 || type !== 'all') && (
            <>
              <Toolbar type={type} onType={setType} query={query} />
              <DeliveryList
                isFiltered={type !== 'all'}
                deliveries={deliveries.map((one) =>
                  targets.some(({ target }) => target === one.target) ? one : { ...one, canSendAgain: false },
                )}
              />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

const code = (text: string) => <code className="font-mono text-12 text-ink wrap-anywhere">{text}</code>;

function NoTarget({ target }: { target: WebhookTarget }) {
  const { carries, variables } = targetWords[target];
  return (
    <p className="text-13 text-muted">
      {carries} are not sent anywhere. Only the server operator can set {code(`${variables}_URL`)} and{' '}
      {code(`${variables}_SECRET`)}.
    </p>
  );
}

function Target({ known: { target, host, path, failingSince } }: { known: ConfiguredTarget }) {
  const { carries } = targetWords[target];
  return (
    <div className="flex items-start gap-3">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-control border border-line text-muted">
        <Webhook size={16} aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-13">
          {carries} go to{' '}
          <span className="font-mono text-12 wrap-anywhere">
            <bdi className="font-medium">{host}</bdi>
            <bdi className="text-muted">{path}</bdi>
          </span>
        </p>
        <p className="mt-0.5 text-12 text-muted">Set by the server operator</p>
        {failingSince !== null && (
          <p
            role="status"
            className="mt-2 flex items-start gap-2 rounded-control bg-warning-soft p-3 text-13 text-warning"
          >
            <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
            <span>
              {carries} have failed since{' '}
              <time dateTime={failingSince} className="tabular-nums">
                {formatDateTime(failingSince)}
              </time>
              . Each is retried for {TRIED_FOR_HOURS} hours; after that, you can send it again here.
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

interface ToolbarProps {
  type: TypeFilter;
  onType: (type: TypeFilter) => void;
  query: ReturnType<typeof useDeliveries>;
}

function Toolbar({ type, onType, query: { refetch, isFetching } }: ToolbarProps) {
  const refresh = async () => {
    const { error } = await refetch();
    if (error) toastFailure('Deliveries not refreshed', error, 'Please try again');
  };
  return (
    <div className="mt-4 flex items-center gap-2">
      <Select
        aria-label="Type of delivery"
        value={type}
        onChange={onType}
        groups={TYPE_GROUPS}
        className="flex-1 sm:w-48 sm:flex-none"
      />
      <Tooltip text="Refresh" side="top">
        <Button
          variant="ghost"
          pending={isFetching}
          aria-label="Refresh deliveries"
          onClick={refresh}
          className="px-2.5!"
        >
          {!isFetching && <RefreshCw size={16} aria-hidden />}
        </Button>
      </Tooltip>
    </div>
  );
}

interface DeliveryListProps extends Pick<WebhookDeliveries, 'deliveries'> {
  isFiltered: boolean;
}

function DeliveryList({ deliveries, isFiltered }: DeliveryListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const canSend = useMay().may('change-portal');
  if (deliveries.length === 0)
    return (
      <p className="mt-4 rounded-control border border-line border-dashed px-4 py-8 text-center text-13 text-muted">
        {isFiltered ? 'No delivery of this type is kept.' : 'Deliveries appear here once there is something to send.'}
      </p>
    );
  const hasActions = canSend && deliveries.some(({ canSendAgain }) => canSendAgain);
  const shown = showsAll ? deliveries : deliveries.slice(0, FIRST);
  return (
    <div className="-mx-5 mt-4 -mb-5 border-line border-t">
      <ul aria-label="Last deliveries">
        {shown.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} hasActions={hasActions} />
        ))}
      </ul>
      {deliveries.length > FIRST && (
        <div className="border-line border-t px-4 py-2 text-13">
          <TextButton aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll
              ? 'Show fewer'
              : `Show ${deliveries.length === DELIVERIES_SHOWN ? `the last ${DELIVERIES_SHOWN}` : `all ${deliveries.length}`}`}
          </TextButton>
        </div>
      )}
    </div>
  );
}

/** `hasActions` keeps an empty cell in rows without an action, so that the columns stay aligned. */
function DeliveryRow({ delivery, hasActions }: { delivery: WebhookDelivery; hasActions: boolean }) {
  const { type, email, state, createdAt, canSendAgain } = delivery;
  const { word, tone } = stateWords[state];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-5 py-2.5 text-13 last:border-b-0 sm:flex-nowrap">
      <div className="flex min-w-0 flex-1 basis-full flex-col sm:basis-0">
        <p className="flex min-w-0 items-baseline gap-2">
          <span className="shrink-0 font-medium">{typeWords[type]}</span>
          {email === null ? (
            <span className="text-12 text-muted">
              <span aria-hidden>–</span>
              <span className="sr-only">event</span>
            </span>
          ) : (
            <Clipped text={email} className="font-mono text-12 text-muted" />
          )}
        </p>
        {state === 'waiting' ? <LiveLine delivery={delivery} /> : <Line text={describeDelivery(delivery, 0)} />}
      </div>
      <span className="text-12 text-muted max-sm:order-1 max-sm:ms-auto">
        <TimeAgo at={createdAt} />
      </span>
      <span className="sm:w-21">
        <Badge tone={tone}>{word}</Badge>
      </span>
      {hasActions && <span className="sm:w-25 sm:text-end">{canSendAgain && <SendAgain delivery={delivery} />}</span>}
    </li>
  );
}

const Line = ({ text }: { text: string }) => <span className="text-12 wrap-anywhere text-muted">{text}</span>;

const LiveLine = ({ delivery }: { delivery: WebhookDelivery }) => (
  <Line text={describeDelivery(delivery, useSecond())} />
);

function SendAgain({ delivery: { id, type, email } }: { delivery: WebhookDelivery }) {
  const { mutate, isPending } = useSendAgain();
  return (
    <Button
      variant="secondary"
      pending={isPending}
      aria-label={email === null ? `Send again: ${typeWords[type]}` : `Send again: the result for ${email}`}
      onClick={() =>
        mutate(id, {
          onSuccess: () => toastSuccess('Sending again', "We're trying now, and for another day if needed."),
          onError: (error) => toastFailure('Not sent again', error, 'Please try again'),
        })
      }
      className={compactClass}
    >
      Send again
    </Button>
  );
}

const DeliveriesSkeleton = () => (
  <>
    <div className="flex items-center gap-3">
      <Skeleton className="size-9 shrink-0" />
      <div className="flex flex-1 flex-col gap-1.5">
        <Skeleton className="h-3 w-56 max-w-full" />
        <Skeleton className="h-2.5 w-40" />
      </div>
    </div>
    <RowsSkeleton
      label="Loading deliveries…"
      count={3}
      className="-mx-5 mt-4 -mb-5 border-line border-t"
      rowClass="flex h-14 items-center gap-4 border-line border-b px-5 last:border-b-0"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <Skeleton className="h-3 w-44" />
        <Skeleton className="h-2.5 w-28" />
      </div>
      <Skeleton className="h-6 w-20 shrink-0" />
    </RowsSkeleton>
  </>
);
