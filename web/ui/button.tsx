import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'wouter';
import { Spinner } from './feedback/loading.tsx';

interface PendingProps extends ComponentProps<'button'> {
  /** At work: keeps its focus and its size, and takes no more clicks. */
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

/** The look of a button, for links that lead somewhere as a button would. */
export const buttonClass = (variant: Variant = 'primary') =>
  `inline-flex h-(--control-height) shrink-0 items-center justify-center gap-2 rounded-control px-4 text-(length:--control-text) font-medium whitespace-nowrap transition-colors aria-disabled:opacity-70 disabled:cursor-not-allowed disabled:opacity-70 ${looks[variant]}`;

/** A button as high as a line or two, for places that have many buttons or little room. */
export const compactClass = 'h-8! gap-1.5! px-3! text-13!';

export const Button = ({ variant, className = '', children, ...rest }: PendingProps & { variant?: Variant }) => (
  <button type="button" {...withPending(rest)} className={`${buttonClass(variant)} ${className}`}>
    {rest.pending && <Spinner />}
    {children}
  </button>
);

const textClass =
  'rounded-small px-1 font-medium text-accent-ink underline-offset-4 hover:underline aria-disabled:opacity-70';

/** Does something and reads like a link, in the dense text of the back-office. */
export const TextButton = (props: PendingProps) => (
  <button type="button" {...withPending(props)} className={`${textClass} py-1`} />
);

/** The look of a link in a sentence for guests. Thumbs get more room than the line gives it. */
export const linkClass = `${textClass} -my-3.5 py-3.5`;

/** Does something, and reads like a part of its sentence. */
export const LinkButton = (props: PendingProps) => (
  <button type="button" {...withPending(props)} className={linkClass} />
);

interface IconProps {
  icon: LucideIcon;
  /** An icon says nothing to a screen reader. */
  label: string;
}

const iconClass =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-small text-muted transition-colors hover:bg-hover hover:text-ink';

export const IconButton = ({ icon: Icon, label, className = '', ...rest }: IconProps & ComponentProps<'button'>) => (
  <button type="button" aria-label={label} {...rest} className={`${iconClass} ${className}`}>
    <Icon size={16} aria-hidden />
  </button>
);

/** Leads to another page, and looks like the icon buttons beside it. */
export const IconLink = ({ icon: Icon, label, ...rest }: IconProps & ComponentProps<'a'> & { href: string }) => (
  <Link aria-label={label} {...rest} className={iconClass}>
    <Icon size={16} aria-hidden />
  </Link>
);
