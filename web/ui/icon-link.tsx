import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'wouter';

interface IconLinkProps extends ComponentProps<'a'> {
  icon: LucideIcon;
  /** An icon says nothing to a screen reader. */
  label: string;
  href: string;
}

/** Leads to another page, and looks like the icon buttons beside it. */
export const IconLink = ({ icon: Icon, label, ...rest }: IconLinkProps) => (
  <Link
    aria-label={label}
    {...rest}
    className="inline-flex size-8 shrink-0 items-center justify-center rounded-small text-muted transition-colors hover:bg-hover hover:text-ink"
  >
    <Icon size={16} aria-hidden />
  </Link>
);
