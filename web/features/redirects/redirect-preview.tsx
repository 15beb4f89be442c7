import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { AskedWords } from './asked-words.tsx';
import { type AskedBy, isTrap, wordsOf } from './destination-words.ts';

interface RedirectPreviewProps {
  path: string;
  isGuest: boolean;
  asked: AskedBy;
}

export function RedirectPreview({ path, isGuest, asked }: RedirectPreviewProps) {
  const heading = useId();
  const words = wordsOf(path);
  return (
    <>
      {words && (
        <section
          aria-labelledby={heading}
          className="mt-5 rounded-control border border-line bg-sunken px-4 py-3 text-13"
        >
          <h3 id={heading} className="text-12 font-medium text-muted">
            {isGuest ? 'What the guest sees' : 'What the user sees'}
          </h3>
          <p className="mt-1">{isGuest ? words.guestSees : words.shows}</p>
          {!isGuest && (
            <div className="mt-2 border-accent border-s-2 ps-3 text-muted">
              <AskedWords path={path} asked={asked} />
            </div>
          )}
        </section>
      )}
      {/* Always rendered: a screen reader announces only changes inside it. */}
      <div role="status">
        {!isGuest && isTrap(path, asked.isPersistent) && (
          <p className="mt-3 flex items-start gap-2.5 rounded-control bg-warning-soft px-4 py-3 text-13 text-warning">
            <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
            Users can't finish anything on this page, so they stay on it until you remove the redirect. Choose One-time
            if they only need to see it.
          </p>
        )}
      </div>
    </>
  );
}
