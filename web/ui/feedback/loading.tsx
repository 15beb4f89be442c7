import { LoaderCircle } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';

/** Appears after a delay, so that fast pages do not flicker. */
export function Loading({ children }: { children?: string }) {
  const { shared } = useMessages();
  return (
    <p role="status" className="animate-late p-8 text-center text-muted">
      {children ?? shared.loading}
    </p>
  );
}

export const Spinner = () => <LoaderCircle size={16} className="animate-spin" aria-hidden />;
