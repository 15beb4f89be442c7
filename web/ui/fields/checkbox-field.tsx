import { type ComponentProps, useId } from 'react';
import { Checkbox } from './checkbox.tsx';

interface CheckboxFieldProps extends ComponentProps<typeof Checkbox> {
  label: string;
  hint?: string | undefined;
}

export function CheckboxField({ label, hint, ...rest }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className="flex gap-2.5">
      <Checkbox {...rest} id={id} aria-describedby={hint ? `${id}-hint` : undefined} className="mt-0.5" />
      <div>
        <label htmlFor={id} className="block text-13 font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-12 text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
