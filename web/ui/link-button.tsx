import type { ComponentProps } from 'react';

/** The look of a link in a sentence. Thumbs get more room than the line gives it. */
export const linkClass =
  '-my-3.5 rounded-small px-1 py-3.5 font-medium text-accent-ink underline-offset-4 hover:underline aria-disabled:opacity-70';

interface LinkButtonProps extends ComponentProps<'button'> {
  /** At work: keeps its focus and takes no more clicks. */
  pending?: boolean;
}

/** Does something, and reads like a part of its sentence. */
export const LinkButton = ({ pending = false, onClick, ...rest }: LinkButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-disabled={pending || undefined}
    onClick={pending ? undefined : onClick}
    className={linkClass}
  />
);
