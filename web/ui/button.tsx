import type { ComponentProps } from 'react';
import { Spinner } from './feedback/loading.tsx';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger';

const looks: Record<Variant, string> = {
  primary: 'bg-accent text-white hover:bg-accent-strong',
  secondary: 'border border-control bg-surface text-ink hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-surface',
};

/** The look of a button, for links that lead somewhere as a button would. */
export const buttonClass = (variant: Variant = 'primary') =>
  `inline-flex h-(--control-height) shrink-0 items-center justify-center gap-2 rounded-control px-4 text-(length:--control-text) font-medium whitespace-nowrap transition-colors aria-disabled:opacity-70 disabled:cursor-not-allowed disabled:opacity-70 ${looks[variant]}`;

interface ButtonProps extends ComponentProps<'button'> {
  variant?: Variant;
  /** At work: keeps its focus and its size, and takes no more clicks. */
  pending?: boolean;
}

export function Button({ variant, pending = false, className = '', children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(variant)} ${className}`}
      aria-disabled={pending || undefined}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}
