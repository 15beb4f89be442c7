import { type ChangeEvent, type FocusEvent, useState } from 'react';
import { inputClass } from './field.tsx';

/** While someone types 2026, the field holds the years 2, 20 and 202. */
const EARLIEST = '1970-01-01';

interface DayFieldProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
}

function DayField({ label, value, onChange, min, max }: DayFieldProps) {
  const [text, setText] = useState(value);
  const [reported, setReported] = useState(value);
  if (value !== reported) {
    setReported(value);
    setText(value);
  }
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const day = target.value;
    setText(day);
    if (target.validity.badInput || (day !== '' && day < EARLIEST)) return;
    setReported(day);
    onChange(day);
  };
  const forgetHalf = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (!currentTarget.validity.badInput) return;
    // By hand: a half-typed date has no value, so React sees no change.
    currentTarget.value = reported;
    setText(reported);
  };
  return (
    <label className="flex min-w-0 flex-1 items-center gap-2 text-13 text-muted sm:flex-none">
      {label}
      <input
        type="date"
        value={text}
        min={min || EARLIEST}
        max={max || undefined}
        onChange={change}
        onBlur={forgetHalf}
        className={`${inputClass} min-w-0 px-2.5! sm:w-36 ${text ? '' : 'text-muted!'}`}
      />
    </label>
  );
}

interface DayRangeProps {
  from: string;
  to: string;
  onChange: (days: { from?: string; to?: string }) => void;
}

export const DayRange = ({ from, to, onChange }: DayRangeProps) => (
  <div className="flex gap-3 max-sm:order-1 max-sm:w-full">
    <DayField label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
    <DayField label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
  </div>
);
