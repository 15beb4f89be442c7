import { CornerUpRight } from 'lucide-react';
import { Link } from 'wouter';
import { destinationLabel } from '../../../contract/redirects/redirects.rules.ts';
import { TextButton } from '../../ui/button.tsx';
import type { AskedState } from './asked-banner.tsx';
import { askedPage, dismissPage } from './asked-page.ts';

export function AskedNotice() {
  const asked = askedPage.use();
  return (
    // Always rendered: a screen reader announces only changes inside it.
    <div role="status">
      {asked && !asked.isDismissed && (
        <p className="mb-4 flex flex-wrap items-center gap-x-2.5 rounded-control bg-accent-soft px-4 py-1.5 text-13 text-accent-ink">
          <CornerUpRight size={16} className="shrink-0" aria-hidden />
          <span className="wrap-anywhere">
            An admin asks you to open a page: {destinationLabel(asked.path)}.
            {asked.reason && (
              <>
                {' '}
                Their reason: “<bdi>{asked.reason}</bdi>”
              </>
            )}
          </span>
          <Link
            href={asked.path}
            state={{ asked: { reason: asked.reason, isPersistent: asked.isPersistent } } satisfies AskedState}
            onClick={asked.isPersistent ? undefined : dismissPage}
            className="rounded-small px-1 py-1 font-medium underline underline-offset-4"
          >
            Open
          </Link>
          <TextButton onClick={dismissPage}>Later</TextButton>
        </p>
      )}
    </div>
  );
}
