import type { Charts as Data } from '../../../contract/dashboard/dashboard.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useCharts } from './api.ts';
import { HourlyBars } from './hourly-bars.tsx';
import { shareOf } from './scale.ts';

const legend = [
  { name: 'signIns', label: 'Sign-ins', tone: 'bg-accent' },
  { name: 'failures', label: 'Failures', tone: 'bg-danger' },
] as const;

export function Charts() {
  const query = useCharts();
  return (
    <>
      <Card
        title="Sign-ins"
        description="By hour, last 24 hours"
        action={query.data && <Legend hours={query.data.hours} />}
      >
        <Loaded query={query} skeleton={<Skeleton className="h-44" />} failure="The sign-ins could not be loaded.">
          {({ hours }) => <HourlyBars hours={hours} />}
        </Loaded>
      </Card>
      <Card title="Guests" description="By step, last 24 hours">
        <Loaded query={query} skeleton={<Skeleton className="h-44" />} failure="The guests could not be counted.">
          {({ funnel }) => <Funnel funnel={funnel} />}
        </Loaded>
      </Card>
    </>
  );
}

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

const steps = [
  { name: 'entered', label: 'Entered' },
  { name: 'gaveAddress', label: 'Gave address' },
  { name: 'enteredCode', label: 'Entered code' },
  { name: 'verified', label: 'Verified' },
] as const;

function Funnel({ funnel }: Pick<Data, 'funnel'>) {
  const most = Math.max(...Object.values(funnel));
  if (most === 0) return <p className="py-8 text-center text-13 text-muted">No guests in the last 24 hours</p>;
  return (
    <table className="w-full text-13">
      <caption className="sr-only">Guests of the last 24 hours by step</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Guests</th>
          <th scope="col">Of all who entered</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ name, label }) => (
          <tr key={name}>
            <th scope="row" className="relative h-12 pb-3 text-left font-normal whitespace-nowrap">
              {label}
              <span
                aria-hidden
                className="absolute bottom-2 left-0 h-1.5 w-[calc(100%+6.5rem)] overflow-hidden rounded-full bg-hover"
              >
                <span
                  className="block h-full rounded-full bg-accent transition-[width] duration-200"
                  style={{ width: `${(funnel[name] / most) * 100}%` }}
                />
              </span>
            </th>
            <td className="w-14 pb-3 text-right font-medium tabular-nums">{funnel[name].toLocaleString('en')}</td>
            <td className="w-12 pb-3 text-right text-muted tabular-nums">{shareOf(funnel[name], funnel.entered)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
