import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { Select } from './select.tsx';

type SelectFieldProps<Value extends string> = ComponentProps<typeof Select<Value>> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
};

export const SelectField = <Value extends string>({ label, hint, error, ...rest }: SelectFieldProps<Value>) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <Select {...rest} {...control} className="w-full" />}
  </Field>
);
