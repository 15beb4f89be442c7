import { LoaderCircle } from 'lucide-react';

/** Says nothing for the first moment, so that what loads quickly does not flicker. */
export const Loading = ({ children = 'Loading...' }: { children?: string }) => (
  <p role="status" className="animate-late p-8 text-center text-muted">
    {children}
  </p>
);

export const Spinner = () => <LoaderCircle size={16} className="animate-spin" aria-hidden />;
