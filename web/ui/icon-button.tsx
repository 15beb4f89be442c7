import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface IconButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon;
  /** An icon says nothing to a screen reader. */
  label: string;
}

export function IconButton({ icon: Icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-small text-muted transition-colors hover:bg-hover hover:text-ink ${className}`}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
