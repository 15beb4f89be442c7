import { Lock } from 'lucide-react';
import { usePortal } from '../../lib/portal.ts';

/** So that nobody can be talked into typing a code of their bank here, or into telling ours to a caller. */
export function SafetyNote() {
  const { organisation, mailFrom } = usePortal();
  return (
    <aside aria-label="Safety" className="flex gap-3 rounded-card border border-line bg-surface p-4 text-13 text-muted">
      <Lock size={16} className="mt-0.5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 space-y-2">
        <p>
          Only the code from our mail belongs here. It comes from
          <span className="block font-mono text-12 leading-5 wrap-anywhere text-ink">{mailFrom}</span>
        </p>
        <p>Never enter codes from other services. Nobody from {organisation} will ask you for your code.</p>
      </div>
    </aside>
  );
}
