import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { inputClass } from './text-field.tsx';

interface TextAreaFieldProps extends ComponentProps<'textarea'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** For text of several lines, as tall as `rows` says but not lower than a few; it can be pulled taller. */
export const TextAreaField = ({ label, hint, error, ...rest }: TextAreaFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      <textarea {...rest} {...control} className={`${inputClass} block h-auto! min-h-28 resize-y py-2.5`} />
    )}
  </Field>
);
