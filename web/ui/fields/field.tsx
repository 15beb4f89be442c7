import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

export interface FieldText {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

interface FieldProps extends FieldText {
  children: (control: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }) => ReactNode;
}

export const formClass = 'flex flex-col gap-5';
/** Before hydration a native submit would put what was typed into the URL; this one does nothing. */
export const noNativeSubmit = { method: 'dialog', noValidate: true } as const;
/** Two fields in a row; a last one without a partner takes the whole row. */
export const pairClass = 'grid items-start gap-x-4 gap-y-5 sm:grid-cols-2 sm:*:last:odd:col-span-2';

export const hintClass = 'mt-1.5 text-12';

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const message = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-13 font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': message ? `${id}-message` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {message && (
        <p id={`${id}-message`} className={`flex gap-1.5 ${hintClass} ${error ? 'text-danger' : 'text-muted'}`}>
          {error && <CircleAlert size={12} className="mt-0.5 shrink-0" aria-hidden />}
          {message}
        </p>
      )}
    </div>
  );
}

export const inputClass =
  'h-(--control-height) w-full rounded-control border border-control bg-surface px-3 text-(length:--control-text) text-ink transition-colors hover:border-muted focus-visible:border-accent-ink focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger';

type TextFieldProps = FieldText & ComponentProps<'input'>;

export const TextField = ({ label, hint, error, className = '', ...rest }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <input type="text" {...rest} {...control} className={`${inputClass} ${className}`} />}
  </Field>
);

/** Phones must not correct names, addresses and codes. */
export const noAutocorrect = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

export const EmailField = (props: TextFieldProps) => (
  <TextField type="email" dir="ltr" inputMode="email" autoComplete="email" {...noAutocorrect} required {...props} />
);

export function useFieldErrors<Name extends string>() {
  const [errors, setErrors] = useState<Partial<Record<string, string | false>>>({});
  return {
    fieldOf: (name: Name) => ({
      name,
      error: errors[name] || undefined,
      onInput: () => setErrors({ ...errors, [name]: false }),
    }),
    show: (form: HTMLFormElement, found: Partial<Record<Name, string | false>>) => {
      setErrors(found);
      const [first] = Object.entries(found).find(([, error]) => error) ?? [];
      const field = first && form.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      return first !== undefined;
    },
  };
}
