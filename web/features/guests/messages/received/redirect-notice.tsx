import { CornerUpRight, X } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { createStore } from '../../../../lib/store.ts';

interface Notice {
  path: string;
  words: string;
}

/** Shown until the guest's next step of their own. */
const notice = createStore<Notice | null>(null);

export const tellRedirected = (path: string) => notice.set({ path, words: 'The support team moved you here' });

/** A redirect that the page cannot follow yet. */
export const tellAddressMissing = (path: string) =>
  notice.set({
    path,
    words: 'The support team wants you to enter your code. Please enter your email address first.',
  });

/** This browser has lost its cookie, or the server has deleted an old code. */
export const tellUnknownHere = (path: string) =>
  notice.set({ path, words: "We couldn't find your code request. Please enter your email address again." });

export const forgetRedirect = () => notice.set(null);

export function RedirectNotice() {
  const [path] = useLocation();
  const shown = notice.use();
  const isElsewhere = shown !== null && shown.path !== path;
  useEffect(() => {
    if (isElsewhere) forgetRedirect();
  }, [isElsewhere]);
  return (
    // Always rendered: a screen reader announces only changes inside it.
    <div role="status">
      {shown && !isElsewhere && (
        <div className="mb-6 flex animate-appear items-center gap-2.5 rounded-control bg-accent-soft ps-4 text-13 text-accent-ink">
          <CornerUpRight size={16} className="shrink-0" aria-hidden />
          <p className="flex-1 py-3">{shown.words}</p>
          <button
            type="button"
            aria-label="Dismiss"
            onClick={forgetRedirect}
            className="flex size-12 shrink-0 items-center justify-center rounded-control"
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}
