import type { ComponentProps, MouseEvent } from 'react';
import { api } from '../../../lib/api/api.ts';
import { askForStepUp } from '../../../lib/step-up.ts';
import { toastFailure } from '../../../ui/overlays/toast.ts';

/** Again, for the browser itself: it saves what comes, however much that is. */
function follow(href: string) {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}

/** A link to a file that needs a fresh proof: the browser would save the refusal in its place, so it is asked for first. */
export function StepUpLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  const go = async (event: MouseEvent) => {
    event.preventDefault();
    try {
      const { provenUntil } = await api('GET /api/auth/proof');
      if (provenUntil !== null || (await askForStepUp())) follow(href);
    } catch (error) {
      toastFailure('Export failed', error, 'Please try again');
    }
  };
  return <a {...rest} href={href} download onClick={go} />;
}
