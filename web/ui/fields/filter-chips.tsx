import { X } from 'lucide-react';

interface FilterChipsProps<Value extends string> {
  label: string;
  options: Record<Value, string>;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

export const FilterChips = <Value extends string>({ label, options, value, onChange }: FilterChipsProps<Value>) => (
  <fieldset aria-label={label} className="flex min-w-0 flex-wrap gap-2">
    {(Object.keys(options) as Value[]).map((option) => {
      const isChosen = option === value;
      return (
        <button
          key={option}
          type="button"
          aria-pressed={isChosen}
          onClick={() => onChange(isChosen ? undefined : option)}
          className={`inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-2.5 text-13 font-medium whitespace-nowrap transition-colors ${isChosen ? 'border-accent bg-accent-soft text-accent-ink' : 'border-control text-muted hover:bg-hover hover:text-ink'}`}
        >
          {options[option]}
          {isChosen && <X size={14} aria-hidden />}
        </button>
      );
    })}
  </fieldset>
);
