import type { ComponentProps } from 'react';

interface TextButtonProps extends ComponentProps<'button'> {
  /** At work: keeps its focus and takes no more clicks. */
  pending?: boolean;
}

/** Does something and reads like a link, in the dense text of the back-office. Guests have a larger one of their own. */
export const TextButton = ({ pending = false, onClick, ...rest }: TextButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-disabled={pending || undefined}
    onClick={pending ? undefined : onClick}
    className="rounded-small px-1 py-1 font-medium text-accent-ink underline-offset-4 hover:underline aria-disabled:opacity-70"
  />
);
