import { CircleAlert } from 'lucide-react';
import { useOnline } from '../../lib/use-online.ts';

export function OfflineBanner() {
  const online = useOnline();
  return (
    // There from the start, because a screen reader announces what appears in it and not its own appearance.
    <div role="status">
      {!online && (
        <p className="mb-6 flex animate-appear items-center gap-2.5 rounded-control bg-warning-soft px-4 py-3 text-13 text-warning">
          <CircleAlert size={16} className="shrink-0" aria-hidden />
          You are offline. This page continues by itself when you are back.
        </p>
      )}
    </div>
  );
}
