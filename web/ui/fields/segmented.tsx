import { useId } from 'react';
import { hintClass } from './field.tsx';

interface SegmentedProps<Value extends string> {
  label: string;
  /** For choices that explain themselves. */
  hideLabel?: boolean;
  hint?: string;
  value: Value;
  options: Record<Value, string>;
  onChange: (value: Value) => void;
}

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, hideLabel = false, hint, value, options, onChange } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-13 font-medium'}>{label}</legend>
      <div className="grid auto-cols-fr grid-flow-col rounded-control bg-sunken p-1">
        {(Object.keys(options) as Value[]).map((option) => (
          <label
            key={option}
            className="relative flex h-7 items-center justify-center rounded-small text-13 font-medium text-muted transition-colors hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--control)] has-focus-visible:outline-2 has-focus-visible:outline-accent-ink"
          >
            <input
              type="radio"
              name={id}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
            />
            {options[option]}
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={`${hintClass} text-muted`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
