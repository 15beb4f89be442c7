import { type ChangeEvent, useState } from 'react';
import { inputClass } from './text-field.tsx';

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

/** A day with its label before it. What is only half typed stays in the field and says nothing yet. */
export function DayField({ label, value, onChange, min, max }: DayFieldProps) {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  // Changed from outside: by the Back button, or by a button that clears the filters.
  if (value !== told) {
    setTold(value);
    setText(value);
  }
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const day = target.value;
    setText(day);
    if (target.validity.badInput || (day !== '' && day < EARLIEST)) return;
    setTold(day);
    onChange(day);
  };
  return (
    <label className="flex items-center gap-2 text-13 text-muted">
      {label}
      <input
        type="date"
        value={text}
        min={min || EARLIEST}
        max={max || undefined}
        onChange={change}
        className={`${inputClass} w-36! px-2.5!`}
      />
    </label>
  );
}
