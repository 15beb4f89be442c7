import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { KeyState } from '../../../../contract/programs/keys.rules.ts';
import type { ApiKey } from '../../../../contract/programs/keys.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, compactClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState, Loaded } from '../../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { formatDateTime } from '../../../ui/time/format.ts';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { useApiKeys, useConfirmKey, useEndKey } from './api.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

const states = {
  live: { word: 'Live', tone: 'success' },
  waiting: { word: 'Waiting', tone: 'warning' },
  expired: { word: 'Expired', tone: 'neutral' },
} as const satisfies Record<KeyState, { word: string; tone: string }>;

const whyNot: Record<NonNullable<ApiKey['confirmation']>, string> = {
  possible: '',
  own: '',
  too_new:
    "You can't confirm it: your account is less than a day old, or one admin has had access to both your account and the maker's.",
};

export function KeyList() {
  const query = useApiKeys();
  const end = useEndKey();
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const canChange = useMay().may('change-portal');
  return (
    <Card
      title="API keys"
      description="For other programs. A key can do at most what its maker may do, and ends with their account"
      action={
        canChange && (
          <Button onClick={() => setMaking(true)}>
            <Plus size={16} aria-hidden />
            New key
          </Button>
        )
      }
    >
      <Loaded query={query} skeleton={<KeysSkeleton />} failure="Couldn't load the API keys.">
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon={KeyRound} title="No API keys">
              {canChange ? 'Make one for each program that reads or writes here.' : 'Admins make them.'}
            </EmptyState>
          ) : (
            <ul aria-label="API keys" className="-my-5 divide-y divide-line">
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} canChange={canChange} onEnd={() => setEnding(key)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} />}
      {ending && (
        <ConfirmDialog
          title={
            <>
              End <bdi>{ending.name}</bdi>
            </>
          }
          description="The program that uses this key is refused from now on. This can't be undone."
          confirm="End key"
          destroys
          pending={end.isPending}
          onConfirm={() => end.mutate(ending, { onSettled: () => setEnding(null) })}
          onCancel={() => setEnding(null)}
        />
      )}
    </Card>
  );
}

interface KeyRowProps {
  apiKey: ApiKey;
  canChange: boolean;
  onEnd: () => void;
}

function KeyRow({ apiKey, canChange, onEnd }: KeyRowProps) {
  const { name, prefix, scopes, networks, madeBy, createdAt, expiresAt, usedAt, state, confirmedBy } = apiKey;
  const { word, tone } = states[state];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 text-13 sm:flex-nowrap">
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          <Badge tone={tone}>{word}</Badge>
          <code className="font-mono text-12 text-muted">{prefix}…</code>
        </p>
        <p className="mt-1">
          <span className="sr-only">Scopes: </span>
          <span className="font-mono text-12">{scopes.join(', ')}</span>
        </p>
        <p className="mt-1 text-muted wrap-anywhere">
          {networks.length === 0 ? 'From any network' : `Only from ${networks.join(', ')}`}
        </p>
        <p className="mt-1 text-muted">
          {state === 'expired' ? 'Expired' : 'Expires'} on{' '}
          <time dateTime={expiresAt} className="tabular-nums">
            {formatDateTime(expiresAt)}
          </time>{' '}
          ·{' '}
          {usedAt === null ? (
            'never used'
          ) : (
            <>
              last used <TimeAgo at={usedAt} />
            </>
          )}
        </p>
        <p className="mt-1 text-muted">
          Made by <bdi>{madeBy}</bdi> · <TimeAgo at={createdAt} />
          {confirmedBy && (
            <>
              {' '}
              · confirmed by <bdi>{confirmedBy}</bdi>
            </>
          )}
        </p>
        {state === 'waiting' && <Waiting apiKey={apiKey} canChange={canChange} />}
      </div>
      {canChange && (
        <Button variant="secondary" aria-label={`End ${name}`} onClick={onEnd} className={compactClass}>
          End
        </Button>
      )}
    </li>
  );
}

function Waiting({ apiKey, canChange }: Omit<KeyRowProps, 'onEnd'>) {
  const confirm = useConfirmKey();
  const { name, inForceAt, confirmation } = apiKey;
  return (
    <div className="mt-3 rounded-control border border-line bg-sunken p-4">
      <p>
        Its scopes that read email addresses wait for another admin
        {inForceAt && (
          <>
            , or until{' '}
            <time dateTime={inForceAt} className="tabular-nums">
              {formatDateTime(inForceAt)}
            </time>
          </>
        )}
        . {canChange && confirmation && whyNot[confirmation]}
      </p>
      {canChange && confirmation === 'possible' && (
        <Button
          pending={confirm.isPending}
          aria-label={`Confirm ${name}`}
          onClick={() => confirm.mutate(apiKey)}
          className="mt-3"
        >
          Confirm
        </Button>
      )}
    </div>
  );
}

const KeysSkeleton = () => (
  <RowsSkeleton label="Loading API keys…" count={2} className="-my-5" rowClass="flex flex-col gap-2 py-4">
    <Skeleton className="h-4 w-44" />
    <Skeleton className="h-3 w-64 max-w-full" />
    <Skeleton className="h-3 w-52 max-w-full" />
  </RowsSkeleton>
);
