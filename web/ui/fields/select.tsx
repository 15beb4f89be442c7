import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, type FieldText } from './field.tsx';

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  value: Value | '';
  onChange: (value: Value) => void;
  groups: readonly (readonly { value: Value; label: string }[])[];
  placeholder?: string;
}

/** Where `base-select` is supported the list looks like our menus. */
export const pickerClass =
  'appearance-none supports-[appearance:base-select]:[&,&::picker(select)]:[appearance:base-select] [&::picker(select)]:my-1.5 [&::picker(select)]:rounded-control [&::picker(select)]:border-0 [&::picker(select)]:bg-raised [&::picker(select)]:p-1 [&::picker(select)]:shadow-float [&::picker-icon]:hidden';
export const optionClass =
  'flex h-8 items-center rounded-small px-2 text-13 text-ink outline-none hover:bg-hover focus-visible:bg-hover [&::checkmark]:order-1 [&::checkmark]:ms-auto [&::checkmark]:text-muted';

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, groups, placeholder, className = '', ...rest } = props;
  return (
    <span className={`relative inline-flex ${className}`}>
      <select
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className={`h-(--control-height) w-full items-center truncate rounded-control border border-control bg-surface pe-9 ps-3 text-(length:--control-text) transition-colors hover:border-muted ${value ? '' : 'text-muted'} ${pickerClass}`}
      >
        {placeholder && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {groups.map((options, index) => [
          index > 0 && <hr key={`before-${options[0]?.value}`} className="-mx-1 my-1 border-line" />,
          ...options.map((option) => (
            <option key={option.value} value={option.value} className={optionClass}>
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
