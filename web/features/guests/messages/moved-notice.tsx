import { CornerUpRight, X } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { createStore } from '../../../lib/store.ts';

interface Move {
  /** The page on which it is said. */
  path: string;
  words: string;
}

/** What the support team has just done with this page, until the guest's next own step. */
const lastMove = createStore<Move | null>(null);

export const tellMoved = (path: string) => lastMove.set({ path, words: 'The support team moved you here' });

/** A move that the page cannot follow yet. */
export const tellAddressMissing = (path: string) =>
  lastMove.set({
    path,
    words: 'The support team asks you for the code from our mail. Please enter your email address first.',
  });

export const forgetMove = () => lastMove.set(null);

/** Nobody is moved without a word. */
export function MovedNotice() {
  const [path] = useLocation();
  const move = lastMove.use();
  const isElsewhere = move !== null && move.path !== path;
  useEffect(() => {
    if (isElsewhere) forgetMove();
  }, [isElsewhere]);
  return (
    // There from the start, because a screen reader announces what appears in it and not its own appearance.
    <div role="status">
      {move && !isElsewhere && (
        <div className="mb-6 flex animate-appear items-center gap-2.5 rounded-control bg-accent-soft pl-4 text-13 text-accent-ink">
          <CornerUpRight size={16} className="shrink-0" aria-hidden />
          <p className="flex-1 py-3">{move.words}</p>
          <button
            type="button"
            aria-label="Dismiss"
            onClick={forgetMove}
            className="flex size-12 shrink-0 items-center justify-center rounded-control"
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}
