import { type PointerEvent, useState } from 'react';
import type { ChartRange } from '../../../contract/dashboard/dashboard.rules.ts';
import type { Charts } from '../../../contract/dashboard/dashboard.ts';
import { type BarTime, barTimes } from './bar-times.ts';
import { RANGE_NAMES } from './range.ts';
import { axisEnd } from './scale.ts';

type Hour = Charts['hours'][number];

const describeCounts = ({ signIns, failures }: Hour) =>
  `${signIns.toLocaleString('en')} successful, ${failures.toLocaleString('en')} failed`;

/** With more bars there is no room for gaps on a phone. */
const BARS_WITH_GAPS = 31;

interface SignInBarsProps {
  hours: readonly Hour[];
  range: ChartRange;
  offset: number;
}

/** An invisible range input makes the bars reachable for keyboards and screen readers. */
export function SignInBars({ hours, range, offset }: SignInBarsProps) {
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
  const times = barTimes(
    hours.map(({ start }) => start),
    range,
    offset,
  );
  const read = hours[chosen];
  const gaps = hours.length > BARS_WITH_GAPS ? 'sm:px-px' : 'px-px sm:px-0.5';
  return (
    <>
      <div
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
        className="relative ms-8 flex h-40 rounded-small has-focus-visible:outline-2 has-focus-visible:outline-accent-ink"
      >
        <Axis end={end} />
        {hours.map((hour, index) => (
          <Bar key={hour.start} hour={hour} end={end} isActive={index === active} gaps={gaps} />
        ))}
        {most === 0 && (
          <p className="absolute inset-0 flex items-center justify-center text-13 text-muted">
            <span className="bg-surface px-2">No sign-ins in the last {RANGE_NAMES[range]}</span>
          </p>
        )}
        {shown && active !== null && (
          <p
            aria-hidden
            className="pointer-events-none absolute bottom-full z-10 mb-1 -translate-x-1/2 rounded-small bg-raised px-2.5 py-1.5 text-center text-12 whitespace-nowrap tabular-nums shadow-float"
            style={{ left: `clamp(5.5rem, ${((active + 0.5) / hours.length) * 100}%, calc(100% - 5.5rem))` }}
          >
            {times[active]?.name}
            <span className="block font-medium">{describeCounts(shown)}</span>
          </p>
        )}
        <input
          type="range"
          min={0}
          max={hours.length - 1}
          value={chosen}
          aria-label="Time"
          aria-valuetext={read && `${times[chosen]?.name}: ${describeCounts(read)}`}
          onChange={(event) => setChosen(Number(event.target.value))}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          className="absolute inset-0 m-0 size-full opacity-0"
        />
      </div>
      <p aria-hidden className="ms-8 flex text-12 text-muted tabular-nums">
        {hours.map(({ start }, index) => (
          <span key={start} className="w-0 flex-1 whitespace-nowrap">
            {times[index]?.tick}
          </span>
        ))}
      </p>
      <BarTable hours={hours} times={times} range={range} />
    </>
  );
}

const Axis = ({ end }: { end: number }) =>
  [end, end / 2, 0].map((value) => (
    <span
      key={value}
      aria-hidden
      className="absolute end-0 start-0 border-line border-t text-12 text-muted tabular-nums"
      style={{ bottom: `${(value / end) * 100}%` }}
    >
      <span className="absolute end-full -translate-y-1/2 pe-2">
        {value.toLocaleString('en', { notation: 'compact' })}
      </span>
    </span>
  ));

interface BarProps {
  hour: Hour;
  end: number;
  isActive: boolean;
  gaps: string;
}

const Bar = ({ hour, end, isActive, gaps }: BarProps) => (
  <span
    aria-hidden
    className={`relative flex h-full flex-1 flex-col justify-end gap-px rounded-small transition-colors ${gaps} ${isActive ? 'bg-hover' : ''}`}
  >
    <span className="rounded-t-[2px] bg-danger" style={{ height: `${(hour.failures / end) * 100}%` }} />
    <span className="rounded-t-[2px] bg-accent" style={{ height: `${(hour.signIns / end) * 100}%` }} />
  </span>
);

interface BarTableProps extends Pick<SignInBarsProps, 'hours' | 'range'> {
  times: readonly BarTime[];
}

const BarTable = ({ hours, times, range }: BarTableProps) => (
  <table className="sr-only">
    <caption>Sign-ins of the last {RANGE_NAMES[range]}</caption>
    <thead>
      <tr>
        <th scope="col">Time</th>
        <th scope="col">Successful</th>
        <th scope="col">Failed</th>
      </tr>
    </thead>
    <tbody>
      {hours.map(({ start, signIns, failures }, index) => (
        <tr key={start}>
          <th scope="row">{times[index]?.name}</th>
          <td>{signIns}</td>
          <td>{failures}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
