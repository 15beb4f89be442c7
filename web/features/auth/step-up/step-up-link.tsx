import type { ComponentProps, MouseEvent } from 'react';
import { api } from '../../../lib/api/api.ts';
import { askForStepUp } from '../../../lib/step-up.ts';
import { toastFailure } from '../../../ui/overlays/toast.ts';

/** By a link, so that the browser streams the file to disk. */
function download(href: string) {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}

/** Asks for the step-up before the download, because the browser would save the error as the file. */
export function StepUpLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  const go = async (event: MouseEvent) => {
    event.preventDefault();
    try {
      const { provenUntil } = await api('GET /api/auth/proof');
      if (provenUntil !== null || (await askForStepUp())) download(href);
    } catch (error) {
      toastFailure('Export failed', error, 'Please try again');
    }
  };
  return <a {...rest} href={href} download onClick={go} />;
}
