import { Timer } from 'lucide-react';
import { useId, useState } from 'react';
import type { DomainTimes } from '../../../../contract/verification/delivery-times.ts';
import { CASES_LEAST } from '../../../../contract/verification/verification.rules.ts';
import { TextButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useDeliveryTimes } from './api.ts';
import { describeSeconds } from './seconds.ts';

const AT_FIRST = 6;

export function DeliveryTimesCard({ className }: { className?: string }) {
  const query = useDeliveryTimes();
  return (
    <Card
      title="Delivery times"
      description="From the sent email to the right code, by domain, in the last 24 hours"
      {...(className && { className })}
    >
      <Loaded
        query={query}
        skeleton={
          <RowsSkeleton label="Loading the delivery times…" count={3} className="flex flex-col gap-3" rowClass="h-9">
            <Skeleton className="h-9" />
          </RowsSkeleton>
        }
        failure="Couldn't load the delivery times."
      >
        {(domains) => (domains.length === 0 ? <NoDeliveryTimes /> : <Domains domains={domains} />)}
      </Loaded>
    </Card>
  );
}

const NoDeliveryTimes = () => (
  <div className="flex flex-col items-center py-6 text-center text-13 text-muted">
    <Timer size={24} strokeWidth={1.5} className="mb-3" aria-hidden />
    <p className="max-w-110 text-balance">
      A domain appears here once guests have confirmed {CASES_LEAST} of its addresses within 24 hours.
    </p>
  </div>
);

const number = 'w-px ps-3 text-end whitespace-nowrap tabular-nums sm:ps-4';
const heading = 'w-px pb-2 ps-3 text-end align-bottom font-medium sm:ps-4 sm:whitespace-nowrap';

function Domains({ domains }: { domains: readonly DomainTimes[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const table = useId();
  const shown = showsAll ? domains : domains.slice(0, AT_FIRST);
  const slowest = Math.max(...domains.map(({ slowestTenthSeconds }) => slowestTenthSeconds));
  return (
    <>
      <table id={table} className="w-full text-13">
        <caption className="sr-only">
          Time from the sent email to the right code, by domain, in the last 24 hours
        </caption>
        <thead>
          <tr className="text-12 text-muted">
            <th scope="col" className="pb-2 text-start align-bottom font-medium">
              Domain
            </th>
            <td aria-hidden className="hidden w-1/2 sm:table-cell" />
            <th scope="col" className={heading}>
              Median
            </th>
            <th scope="col" className={heading}>
              Slowest 10%
            </th>
            <th scope="col" className={heading}>
              Confirmed
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((domain) => (
            <Domain key={domain.domain} times={domain} slowest={slowest} />
          ))}
        </tbody>
      </table>
      {domains.length > AT_FIRST && (
        <p className="mt-3 text-13">
          <TextButton aria-expanded={showsAll} aria-controls={table} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show the busiest' : `Show all ${domains.length} domains`}
          </TextButton>
        </p>
      )}
    </>
  );
}

interface DomainProps {
  times: DomainTimes;
  slowest: number;
}

const Domain = ({ times: { domain, cases, medianSeconds, slowestTenthSeconds }, slowest }: DomainProps) => (
  <tr className="h-9 border-line border-t">
    <th scope="row" className="max-w-0 truncate text-start font-mono font-normal" title={domain}>
      {domain}
    </th>
    <td aria-hidden className="hidden w-1/2 ps-4 sm:table-cell">
      <span className="relative block h-1.5 overflow-hidden rounded-full bg-hover">
        <span
          className="absolute inset-y-0 start-0 rounded-full bg-accent/35"
          style={{ width: `${(slowestTenthSeconds / slowest) * 100}%` }}
        />
        <span
          className="absolute inset-y-0 start-0 rounded-full bg-accent"
          style={{ width: `${(medianSeconds / slowest) * 100}%` }}
        />
      </span>
    </td>
    <td className={`${number} font-medium`}>{describeSeconds(medianSeconds)}</td>
    <td className={number}>{describeSeconds(slowestTenthSeconds)}</td>
    <td className={`${number} text-muted`}>{cases.toLocaleString('en')}</td>
  </tr>
);
