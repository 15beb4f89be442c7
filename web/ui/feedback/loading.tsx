import { LoaderCircle } from 'lucide-react';

/** Appears after a delay, so that fast pages do not flicker. */
export const Loading = ({ children = 'Loading...' }: { children?: string }) => (
  <p role="status" className="animate-late p-8 text-center text-muted">
    {children}
  </p>
);

export const Spinner = () => <LoaderCircle size={16} className="animate-spin" aria-hidden />;
