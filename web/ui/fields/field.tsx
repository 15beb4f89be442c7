import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: (control: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }) => ReactNode;
}

/** Label above, hint below. An error takes the place of the hint; the room for one line is always kept. */
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
      <p
        id={`${id}-message`}
        className={`flex min-h-6 items-center gap-1.5 pt-1 text-12 ${error ? 'text-danger' : 'text-muted'}`}
      >
        {error && <CircleAlert size={12} className="shrink-0" aria-hidden />}
        {message}
      </p>
    </div>
  );
}
