import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, type FieldText } from './field.tsx';

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  value: Value | '';
  onChange: (value: Value) => void;
  groups: readonly (readonly { value: Value; label: string }[])[];
  placeholder?: string;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, groups, placeholder, className = '', ...rest } = props;
  return (
    <span className={`relative inline-flex ${className}`}>
      <select
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className={`h-(--control-height) w-full items-center truncate rounded-control border border-control bg-surface pe-9 ps-3 text-(length:--control-text) transition-colors hover:border-muted picker ${value ? '' : 'text-muted'}`}
      >
        {placeholder && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {groups.map((options, index) => [
          index > 0 && <hr key={`before-${options[0]?.value}`} className="-mx-1 my-1 border-line" />,
          ...options.map((option) => (
            <option key={option.value} value={option.value} className="picker-option">
              {option.label}
            </option>
          )),
        ])}
      </select>
      <ChevronDown
        size={14}
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 end-3 text-muted"
        aria-hidden
      />
    </span>
  );
}

export const SelectField = <Value extends string>({ label, hint, error, ...rest }: FieldText & SelectProps<Value>) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <Select {...rest} {...control} className="w-full" />}
  </Field>
);
