import type { ComponentProps, MouseEvent } from 'react';
import { api } from '../../lib/api.ts';
import { askForProof } from '../../lib/proof.ts';
import { toastFailure } from '../../ui/overlays/toast.ts';

/** Again, for the browser itself: it saves what comes, however much that is. */
function follow(href: string) {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}

/** A link to a file that needs a fresh proof: the browser would save the refusal in its place, so it is asked for first. */
export function ProvenLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  const go = async (event: MouseEvent) => {
    event.preventDefault();
    try {
      const { provenUntil } = await api('GET /api/auth/proof');
      if (provenUntil !== null || (await askForProof())) follow(href);
    } catch (error) {
      toastFailure('Export failed', error, 'Please try again');
    }
  };
  return <a {...rest} href={href} download onClick={go} />;
}
