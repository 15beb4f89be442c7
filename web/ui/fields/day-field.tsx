import { type ChangeEvent, type FocusEvent, useState } from 'react';
import { inputClass } from './field.tsx';

/** Somebody who types the year 2026 passes the years 2, 20 and 202. */
const EARLIEST = '1970-01-01';

interface DayFieldProps {
  label: string;
  /** YYYY-MM-DD; empty while no day is chosen. */
  value: string;
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
}

/** A day with its label before it. What is only half typed says nothing yet, and is gone when the field is left. */
export function DayField({ label, value, onChange, min, max }: DayFieldProps) {
  const [text, setText] = useState(value);
  const [reported, setReported] = useState(value);
  // Changed from outside: by the Back button, or by a button that clears the filters.
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
    // By hand: what is half typed has no value, so React sees nothing to change.
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
