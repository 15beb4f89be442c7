import { FileDown, FileText, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { KIND_WORDS } from '../../../contract/people/people.rules.ts';
import type { PersonErased, PersonFound } from '../../../contract/people/people.ts';
import { Button, compactClass } from '../../ui/button.tsx';
import { counted } from '../../ui/count.ts';
import { LoadFailure, Notice } from '../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toast, toastFailure } from '../../ui/overlays/toast.ts';
import { formatLocalDay } from '../../ui/time/format.ts';
import { Address } from './address.tsx';
import { type FileKind, useDownload, usePerson } from './api.ts';
import { EraseCard } from './erase-card.tsx';
import { Erased } from './erased.tsx';
import { HoldCard } from './hold-card.tsx';
import { StayList } from './stay-list.tsx';

export function Person({ email }: { email: string }) {
  const query = usePerson(email);
  const [erased, setErased] = useState<PersonErased | null>(null);
  if (erased) return <Erased email={email} result={erased} />;
  if (query.isPending) return <PersonSkeleton />;
  if (!query.data) return <LoadFailure title="Couldn't look up this person" query={query} />;
  return <Found person={query.data} onErased={setErased} />;
}

function Found({ person, onErased }: { person: PersonFound; onErased: (result: PersonErased) => void }) {
  const { found, stays } = person;
  // Audit entries do not count: every search leaves one.
  const isEmpty = [...found, ...stays].every(({ kind }) => kind === 'audit');
  return (
    <>
      {isEmpty ? (
        <div role="status">
          <Notice icon={UserRoundX} title="Nothing is stored about this person">
            There's no account with the address <Address email={person.email} />, and no guest has used it.
            {found.length > 0 && ' Only the audit trail has entries about it, such as this search.'}
          </Notice>
        </div>
      ) : (
        <StoredData person={person} />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {/* A hold may be set before there is any data. */}
        <HoldCard person={person} />
        {found.length > 0 && <EraseCard person={person} onErased={onErased} />}
      </div>
    </>
  );
}

const StoredData = ({ person: { email, account, found, stays } }: { person: PersonFound }) => (
  <section aria-label="Stored data" className="rounded-card border border-line bg-surface">
    <header className="flex flex-wrap items-center justify-between gap-4 border-line border-b px-5 py-4">
      <div className="min-w-0">
        <h2 className="text-16 font-semibold">
          <Address email={email} />
        </h2>
        <p role="status" className="mt-0.5 text-13 text-muted">
          {counted(
            found.reduce((sum, { count }) => sum + count, 0),
            'item',
          )}{' '}
          stored · <AccountNote account={account} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <DownloadButton email={email} kind="html" />
        <DownloadButton email={email} kind="json" />
      </div>
    </header>
    <ul aria-label="Kinds of data">
      {found.map(({ kind, count, why, keptFor, until }) => (
        <li key={kind} className="flex items-start gap-4 border-line border-b px-5 py-3 last:border-b-0">
          <div className="min-w-0 flex-1">
            <p className="font-medium">{KIND_WORDS[kind]}</p>
            <p className="mt-0.5 text-13 text-muted">
              {why} · Kept: {keptFor}
            </p>
          </div>
          <div className="shrink-0 text-end">
            <p className="font-semibold tabular-nums">{count.toLocaleString('en')}</p>
            {until && <p className="mt-0.5 text-12 text-muted">until {formatLocalDay(until)}</p>}
          </div>
        </li>
      ))}
    </ul>
    {stays.length > 0 && (
      <div className="border-line border-t px-5 py-4">
        <h3 className="mb-2 text-13 font-semibold">Stays after erasing</h3>
        <StayList stays={stays} />
      </div>
    )}
  </section>
);

const AccountNote = ({ account }: Pick<PersonFound, 'account'>) =>
  account === null ? (
    'no account'
  ) : (
    <>
      account{' '}
      <Link href={`/admin/users?user=${encodeURIComponent(account.id)}`} className="text-accent-ink hover:underline">
        <bdi>{account.username}</bdi>
      </Link>{' '}
      ({account.role})
    </>
  );

const files = {
  html: { icon: FileText, label: 'Download page' },
  json: { icon: FileDown, label: 'Download JSON' },
} satisfies Record<FileKind, object>;

function DownloadButton({ email, kind }: { email: string; kind: FileKind }) {
  const { mutate, isPending } = useDownload(email, kind);
  const { icon: Icon, label } = files[kind];
  const download = () =>
    mutate(undefined, {
      onSuccess: ({ isCut }) => {
        if (isCut) toast({ title: 'File incomplete', description: 'There is more than one file can hold.' });
      },
      onError: (error) => toastFailure('Not downloaded', error, 'Please try again'),
    });
  return (
    <Button variant="secondary" pending={isPending} onClick={download} className={compactClass}>
      {!isPending && <Icon size={16} aria-hidden />}
      {label}
    </Button>
  );
}

const PersonSkeleton = () => (
  <RowsSkeleton
    label="Looking up this person…"
    count={5}
    fades
    className="rounded-card border border-line"
    rowClass="flex items-center gap-4 border-line border-b px-5 py-4 last:border-b-0"
  >
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <Skeleton className="h-3 w-44" />
      <Skeleton className="h-2.5 w-56 max-w-full" />
    </div>
    <Skeleton className="h-4 w-6" />
  </RowsSkeleton>
);
