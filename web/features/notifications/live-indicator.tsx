import type { LiveState } from '../../lib/live.ts';
import { useLiveState } from '../../lib/live.ts';

const words: Record<LiveState, { dot: string; text: string }> = {
  connecting: { dot: 'border border-control', text: 'Connecting...' },
  connected: { dot: 'bg-success', text: 'Real-time updates active' },
  reconnecting: { dot: 'bg-danger', text: 'Reconnecting...' },
};

export function LiveIndicator() {
  const { dot, text } = words[useLiveState()];
  return (
    <p role="status" className="flex items-center gap-2 text-13 text-muted">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${dot}`} />
      {text}
    </p>
  );
}
