import type { ComponentProps } from 'react';
import { Field, type FieldText, inputClass } from './field.tsx';

type TextAreaFieldProps = FieldText & ComponentProps<'textarea'>;

export const TextAreaField = ({ label, hint, error, ...rest }: TextAreaFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      <textarea {...rest} {...control} className={`${inputClass} block h-auto! min-h-16 resize-y py-2.5`} />
    )}
  </Field>
);
