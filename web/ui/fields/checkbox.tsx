import { Check, Minus } from 'lucide-react';
import { type ComponentProps, useEffect, useId, useRef } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  indeterminate?: boolean;
}

const markClass = 'pointer-events-none absolute inset-0 m-auto hidden text-white';

/** The native checkbox is transparent and larger than the drawn box, so that fingers hit it. */
export function Checkbox({ indeterminate = false, className = '', ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <span className={`relative inline-flex size-4 shrink-0 ${className}`}>
      <input
        {...rest}
        ref={input}
        type="checkbox"
        className="peer absolute -inset-2.5 m-0 size-9 opacity-0 enabled:cursor-pointer"
      />
      <span className="pointer-events-none size-full rounded-[5px] border border-control bg-surface outline-offset-2 outline-accent-ink transition-colors peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-enabled:peer-hover:border-muted peer-focus-visible:outline-2 peer-disabled:opacity-50" />
      <Check
        size={12}
        strokeWidth={3}
        className={`${markClass} peer-checked:peer-not-indeterminate:block`}
        aria-hidden
      />
      <Minus size={12} strokeWidth={3} className={`${markClass} peer-indeterminate:block`} aria-hidden />
    </span>
  );
}

export function CheckboxField({ label, hint, ...rest }: CheckboxProps & { label: string; hint?: string }) {
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
