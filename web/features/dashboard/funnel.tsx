import type { Charts } from '../../../contract/dashboard/dashboard.ts';
import { dropsOf, shareOf } from './scale.ts';

const steps = [
  { name: 'entered', label: 'Opened the portal' },
  { name: 'gaveAddress', label: 'Entered address' },
  { name: 'enteredCode', label: 'Entered code' },
  { name: 'verified', label: 'Verified' },
] as const;

interface FunnelProps extends Pick<Charts, 'funnel'> {
  last: string;
}

export function Funnel({ funnel, last }: FunnelProps) {
  if (funnel.entered === 0) return <p className="py-8 text-center text-13 text-muted">No new guests in the {last}</p>;
  const { drops, biggest } = dropsOf(steps.map(({ name }) => funnel[name]));
  return (
    <>
      <table className="w-full text-13">
        <caption className="sr-only">Guests who are new in the {last}, by step</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Fewer than the step before</th>
            <th scope="col">Guests</th>
            <th scope="col">Share of all guests</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ name, label }, index) => (
            <tr key={name}>
              <th scope="row" className="relative h-12 pb-3 text-start font-normal whitespace-nowrap">
                {label}
                <span
                  aria-hidden
                  className="absolute bottom-2 start-0 h-1.5 w-[calc(100%+9.75rem)] overflow-hidden rounded-full bg-hover"
                >
                  <span
                    className="block h-full rounded-full bg-accent transition-[width] duration-200"
                    style={{ width: `${(funnel[name] / funnel.entered) * 100}%` }}
                  />
                </span>
              </th>
              <td className="w-16 pb-3 text-end text-12 text-muted tabular-nums">
                {(drops[index] ?? 0) > 0 && `−${drops[index]?.toLocaleString('en')}`}
              </td>
              <td className="w-11 pb-3 text-end font-medium tabular-nums">{funnel[name].toLocaleString('en')}</td>
              <td className="w-12 pb-3 text-end text-muted tabular-nums">{shareOf(funnel[name], funnel.entered)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {biggest !== null && (
        <p className="text-12 text-muted">
          Biggest drop: from {steps[biggest - 1]?.label} to {steps[biggest]?.label}
        </p>
      )}
    </>
  );
}
