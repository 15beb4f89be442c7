import { type PointerEvent, useState } from 'react';
import type { Charts } from '../../../contract/dashboard/dashboard.ts';
import { counted } from '../../ui/count.ts';
import { axisEnd } from './scale.ts';

type Hour = Charts['hours'][number];

const LABEL_EVERY = 6;

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const timeOf = (start: string) => clock.format(new Date(start));

const describeHour = ({ start, signIns, failures }: Hour) =>
  `${timeOf(start)}: ${counted(signIns, 'sign-in')}, ${counted(failures, 'failure')}`;

/** An invisible range input makes the hours reachable for keyboards and screen readers. */
export function HourlyBars({ hours }: { hours: readonly Hour[] }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const [chosen, setChosen] = useState(hours.length - 1);
  const [focused, setFocused] = useState(false);
  const most = Math.max(0, ...hours.map(({ signIns, failures }) => signIns + failures));
  const end = axisEnd(most);
  const active = pointed ?? (focused ? chosen : null);
  const shown = active === null ? undefined : hours[active];
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.min(hours.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * hours.length))));
  };
  const last = hours[chosen];
  return (
    <>
      <div
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
        className="relative ml-8 flex h-40 rounded-small has-focus-visible:outline-2 has-focus-visible:outline-accent-ink"
      >
        <Axis end={end} />
        {hours.map((hour, index) => (
          <Bar key={hour.start} hour={hour} end={end} isActive={index === active} />
        ))}
        {most === 0 && (
          <p className="absolute inset-0 flex items-center justify-center text-13 text-muted">
            <span className="bg-surface px-2">No sign-ins in the last 24 hours</span>
          </p>
        )}
        {shown && active !== null && (
          <p
            aria-hidden
            className="pointer-events-none absolute bottom-full z-10 mb-1 -translate-x-1/2 rounded-small bg-raised px-2.5 py-1.5 text-12 font-medium whitespace-nowrap tabular-nums shadow-float"
            style={{ left: `clamp(5rem, ${((active + 0.5) / hours.length) * 100}%, calc(100% - 5rem))` }}
          >
            {describeHour(shown)}
          </p>
        )}
        <input
          type="range"
          min={0}
          max={hours.length - 1}
          value={chosen}
          aria-label="Hour"
          aria-valuetext={last && describeHour(last)}
          onChange={(event) => setChosen(Number(event.target.value))}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          className="absolute inset-0 m-0 size-full opacity-0"
        />
      </div>
      <p aria-hidden className="ml-8 flex text-12 text-muted tabular-nums">
        {hours.map(({ start }, index) => (
          <span key={start} className="w-0 flex-1 whitespace-nowrap">
            {index % LABEL_EVERY === 0 && timeOf(start)}
          </span>
        ))}
      </p>
      <HourTable hours={hours} />
    </>
  );
}

const Axis = ({ end }: { end: number }) =>
  [end, end / 2, 0].map((value) => (
    <span
      key={value}
      aria-hidden
      className="absolute right-0 left-0 border-line border-t text-12 text-muted tabular-nums"
      style={{ bottom: `${(value / end) * 100}%` }}
    >
      <span className="absolute right-full -translate-y-1/2 pr-2">
        {value.toLocaleString('en', { notation: 'compact' })}
      </span>
    </span>
  ));

const Bar = ({ hour, end, isActive }: { hour: Hour; end: number; isActive: boolean }) => (
  <span
    aria-hidden
    className={`relative flex h-full flex-1 flex-col justify-end gap-px rounded-small px-px transition-colors sm:px-0.5 ${isActive ? 'bg-hover' : ''}`}
  >
    <span className="rounded-t-[2px] bg-danger" style={{ height: `${(hour.failures / end) * 100}%` }} />
    <span className="rounded-t-[2px] bg-accent" style={{ height: `${(hour.signIns / end) * 100}%` }} />
  </span>
);

const HourTable = ({ hours }: { hours: readonly Hour[] }) => (
  <table className="sr-only">
    <caption>Sign-ins and failures of the last 24 hours by hour</caption>
    <thead>
      <tr>
        <th scope="col">Hour</th>
        <th scope="col">Sign-ins</th>
        <th scope="col">Failures</th>
      </tr>
    </thead>
    <tbody>
      {hours.map(({ start, signIns, failures }) => (
        <tr key={start}>
          <th scope="row">{timeOf(start)}</th>
          <td>{signIns}</td>
          <td>{failures}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
