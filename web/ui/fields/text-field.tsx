import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

/** The look of everything that is typed into. */
export const inputClass =
  'h-(--control-height) w-full rounded-control border border-control bg-surface px-3 text-(length:--control-text) text-ink transition-colors hover:border-muted focus-visible:border-accent-ink focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

export function TextField({ label, hint, error, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...rest} {...control} className={inputClass} />}
    </Field>
  );
}
