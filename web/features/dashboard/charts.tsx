import { type ChartRange, RANGE_DAYS } from '../../../contract/dashboard/dashboard.rules.ts';
import type { Charts as Data } from '../../../contract/dashboard/dashboard.ts';
import { Card } from '../../ui/card.tsx';
import { counted } from '../../ui/count.ts';
import { Loaded } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { useCharts } from './api.ts';
import { Funnel } from './funnel.tsx';
import { HelpShares } from './help-shares.tsx';
import { RANGE_NAMES, useRange } from './range.ts';
import { SignInBars } from './sign-in-bars.tsx';

const BAR_NAMES: Record<ChartRange, string> = { '24h': 'hour', '7d': '6 hours', '30d': 'day', '90d': 'day' };

export function Charts() {
  const [range, setRange] = useRange();
  const { query, offset } = useCharts(range);
  const last = `last ${RANGE_NAMES[range]}`;
  return (
    <>
      <div className="sm:w-90 sm:justify-self-end lg:col-span-2">
        <Segmented label="Range" hideLabel value={range} options={RANGE_NAMES} onChange={setRange} />
      </div>
      <Card
        title="Sign-ins"
        description={`By ${BAR_NAMES[range]}, ${last}`}
        action={query.data && <Legend hours={query.data.hours} />}
      >
        <Loaded query={query} skeleton={<Skeleton className="h-44" />} failure="Couldn't load the sign-ins.">
          {({ hours, keptDays }) => (
            <>
              <SignInBars key={range} hours={hours} range={range} offset={offset} />
              <Kept what="Users' sign-ins are" days={keptDays.signIns} range={range} />
            </>
          )}
        </Loaded>
      </Card>
      <Card title="Guests" description={`New in the ${last}, by step`}>
        <Loaded query={query} skeleton={<Skeleton className="h-64" />} failure="Couldn't load the guests.">
          {({ funnel, help, keptDays }) => (
            <>
              <Funnel funnel={funnel} last={last} />
              {funnel.gaveAddress > 0 && <HelpShares help={help} />}
              <Kept what="Guest data is" days={keptDays.guests} range={range} />
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

const legend = [
  { name: 'signIns', label: 'Successful', tone: 'bg-accent' },
  { name: 'failures', label: 'Failed', tone: 'bg-danger' },
] as const;

const Legend = ({ hours }: Pick<Data, 'hours'>) => (
  <p className="flex flex-wrap justify-end gap-x-4 text-12 text-muted tabular-nums">
    {legend.map(({ name, label, tone }) => (
      <span key={name} className="flex items-center gap-1.5">
        <span aria-hidden className={`size-2 rounded-[2px] ${tone}`} />
        {label} {hours.reduce((total, hour) => total + hour[name], 0).toLocaleString('en')}
      </span>
    ))}
  </p>
);

/** Says how long entries are kept: otherwise the empty part of the range would look like a quiet time. */
const Kept = ({ what, days, range }: { what: string; days: number; range: ChartRange }) =>
  days < RANGE_DAYS[range] && (
    <p className="mt-3 text-12 text-muted">
      {what} deleted after {counted(days, 'day')}.
    </p>
  );
