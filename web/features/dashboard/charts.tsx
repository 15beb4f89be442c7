import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Charts as Data } from '../../../contract/dashboard.ts';
import { Card } from '../../ui/card.tsx';
import { BlockFailure } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Funnel } from './funnel.tsx';
import { HourlyBars } from './hourly-bars.tsx';
import { useCharts } from './queries.ts';

const sum = (hours: Data['hours'], name: 'signIns' | 'failures') =>
  hours.reduce((total, hour) => total + hour[name], 0).toLocaleString('en');

export function Charts() {
  const query = useCharts();
  return (
    <>
      <Card
        title="Sign-ins"
        description="By hour, last 24 hours"
        action={query.data && <Legend hours={query.data.hours} />}
      >
        <Block query={query} failure="The sign-ins could not be loaded.">
          {({ hours }) => <HourlyBars hours={hours} />}
        </Block>
      </Card>
      <Card title="Guests" description="By step, last 24 hours">
        <Block query={query} failure="The guests could not be counted.">
          {({ funnel }) => <Funnel funnel={funnel} />}
        </Block>
      </Card>
    </>
  );
}

interface BlockProps {
  query: UseQueryResult<Data>;
  failure: string;
  children: (data: Data) => ReactNode;
}

function Block({ query, failure, children }: BlockProps) {
  if (query.data) return children(query.data);
  if (query.isPending) return <Skeleton className="h-44" />;
  return <BlockFailure text={failure} pending={query.isFetching} onRetry={query.refetch} />;
}

const Legend = ({ hours }: Pick<Data, 'hours'>) => (
  <p className="flex flex-wrap justify-end gap-x-4 text-12 text-muted tabular-nums">
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="size-2 rounded-[2px] bg-accent" />
      Sign-ins {sum(hours, 'signIns')}
    </span>
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="size-2 rounded-[2px] bg-danger" />
      Failures {sum(hours, 'failures')}
    </span>
  </p>
);
