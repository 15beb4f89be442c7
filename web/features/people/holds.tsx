import { FolderLock, UserRoundSearch } from 'lucide-react';
import { Link } from 'wouter';
import type { Hold } from '../../../contract/people/people.ts';
import { PEOPLE_PATH, personState } from '../../lib/person-state.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState, Loaded } from '../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { formatLocalDay } from '../../ui/time/format.ts';
import { Address } from './address.tsx';
import { useHolds } from './api.ts';

/** What the page shows before a search. */
export function Holds() {
  const holds = useHolds();
  return (
    <>
      <EmptyState icon={UserRoundSearch} title="No person chosen">
        Enter an email address to see what is stored about that person.
      </EmptyState>
      <Card title="Legal holds" description="These people can't be erased until their hold ends">
        <Loaded query={holds} skeleton={<HoldsSkeleton />} failure="Couldn't load the holds.">
          {(known) => <HoldList holds={known} />}
        </Loaded>
      </Card>
    </>
  );
}

const HoldList = ({ holds }: { holds: readonly Hold[] }) =>
  holds.length === 0 ? (
    <p className="text-13 text-muted">There are no holds.</p>
  ) : (
    <ul className="-mx-5 -my-3">
      {holds.map((hold) => (
        <li key={hold.email} className="flex items-start gap-3 border-line border-b px-5 py-2.5 last:border-b-0">
          <FolderLock size={16} className="mt-0.5 shrink-0 text-warning" aria-hidden />
          <div className="min-w-0 flex-1 text-13">
            <p className="font-medium">
              <Link
                href={PEOPLE_PATH}
                state={personState(hold.email)}
                className="rounded-small text-accent-ink hover:underline"
              >
                <Address email={hold.email} />
              </Link>
            </p>
            <p className="mt-0.5 wrap-anywhere">
              <bdi>{hold.reason}</bdi>
            </p>
            <p className="mt-0.5 text-12 text-muted">
              Placed by <bdi>{hold.setBy}</bdi> · until {formatLocalDay(hold.until)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );

const HoldsSkeleton = () => (
  <RowsSkeleton label="Loading the holds…" count={2} className="flex flex-col gap-3" rowClass="h-4">
    <Skeleton className="h-full" />
  </RowsSkeleton>
);
