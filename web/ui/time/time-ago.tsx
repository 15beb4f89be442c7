import { formatDateTime } from './format-date.ts';
import { relativeTime } from './relative-time.ts';
import { useMinute } from './use-minute.ts';

/** How long ago; the exact time is in the tooltip. */
export function TimeAgo({ at }: { at: string }) {
  const now = useMinute();
  return (
    <time dateTime={at} title={formatDateTime(at)} className="tabular-nums">
      {relativeTime(Date.parse(at), now)}
    </time>
  );
}
