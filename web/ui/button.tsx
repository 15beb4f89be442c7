import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'wouter';
import { Spinner } from './feedback/loading.tsx';

interface PendingProps extends ComponentProps<'button'> {
  /** Busy: keeps focus and size but ignores clicks. */
  pending?: boolean;
}

const ignore = (event: MouseEvent) => event.preventDefault();

const withPending = ({ pending = false, onClick, ...rest }: PendingProps) => ({
  ...rest,
  'aria-disabled': pending || undefined,
  onClick: pending ? ignore : onClick,
});

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger';

const looks: Record<Variant, string> = {
  primary: 'bg-accent text-white hover:bg-accent-strong',
  secondary: 'border border-control bg-surface text-ink hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-surface',
};

export const buttonClass = (variant: Variant = 'primary') =>
  `inline-flex h-(--control-height) shrink-0 items-center justify-center gap-2 rounded-control px-4 text-(length:--control-text) font-medium whitespace-nowrap transition-colors aria-disabled:opacity-70 disabled:cursor-not-allowed disabled:opacity-70 ${looks[variant]}`;

export const compactClass = 'h-8! gap-1.5! px-3! text-13!';

export const Button = ({ variant, className = '', children, ...rest }: PendingProps & { variant?: Variant }) => (
  <button type="button" {...withPending(rest)} className={`${buttonClass(variant)} ${className}`}>
    {rest.pending && <Spinner />}
    {children}
  </button>
);

const textClass =
  'rounded-small px-1 font-medium text-accent-ink underline-offset-4 hover:underline aria-disabled:opacity-70';

export const TextButton = (props: PendingProps) => (
  <button type="button" {...withPending(props)} className={`${textClass} py-1`} />
);

/** On guest pages, so that thumbs get a larger target than the line of text. */
export const linkClass = `${textClass} -my-3.5 py-3.5`;

export const LinkButton = (props: PendingProps) => (
  <button type="button" {...withPending(props)} className={linkClass} />
);

interface IconProps {
  icon: LucideIcon;
  label: string;
}

const iconClass =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-small text-muted transition-colors hover:bg-hover hover:text-ink';

export const IconButton = ({ icon: Icon, label, className = '', ...rest }: IconProps & ComponentProps<'button'>) => (
  <button type="button" aria-label={label} {...rest} className={`${iconClass} ${className}`}>
    <Icon size={16} aria-hidden />
  </button>
);

export const IconLink = ({ icon: Icon, label, ...rest }: IconProps & ComponentProps<'a'> & { href: string }) => (
  <Link aria-label={label} {...rest} className={iconClass}>
    <Icon size={16} aria-hidden />
  </Link>
);
