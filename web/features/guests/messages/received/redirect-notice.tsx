import { CornerUpRight, X } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useMessages } from '../../../../lib/messages.ts';
import { createStore } from '../../../../lib/store.ts';

interface Notice {
  path: string;
  reason: 'moved' | 'emailFirst' | 'unknownHere';
}

/** Shown until the guest takes the next step. */
const notice = createStore<Notice | null>(null);

export const tellRedirected = (path: string) => notice.set({ path, reason: 'moved' });

/** A redirect that the page cannot follow yet. */
export const tellAddressMissing = (path: string) => notice.set({ path, reason: 'emailFirst' });

/** For a browser that lost its cookie, or whose code the server has deleted. */
export const tellUnknownHere = (path: string) => notice.set({ path, reason: 'unknownHere' });

export const forgetRedirect = () => notice.set(null);

export function RedirectNotice() {
  const { redirect } = useMessages().guest;
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
          <CornerUpRight size={16} className="shrink-0 rtl:-scale-x-100" aria-hidden />
          <p className="flex-1 py-3">{redirect[shown.reason]}</p>
          <button
            type="button"
            aria-label={redirect.dismiss}
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
