import type { Guest } from '../../../../contract/guests/guests.ts';
import { Loaded } from '../../../ui/feedback/notice.tsx';
import { RowsSkeleton, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { PanelSection } from '../../../ui/overlays/side-panel.tsx';
import { formatDateTime, formatTime } from '../../../ui/time/format.ts';
import { useTimeline } from '../api.ts';
import { textTones } from '../live/guest-parts.tsx';
import { detailOf, progressOf, shownIn, type TimelineLine, timelineLines, wordsOf } from './timeline-words.ts';

export function Timeline({ guest }: { guest: Guest }) {
  const query = useTimeline(guest);
  return (
    <PanelSection title="Timeline">
      <Loaded query={query} skeleton={<TimelineSkeleton />} failure="Couldn't load the timeline.">
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-13 text-muted">Nothing has happened yet.</p>
          ) : (
            <ol className="flex flex-col">
              {timelineLines(entries).map((line) => (
                <TimelineRow key={line.id} line={line} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </PanelSection>
  );
}

function TimelineRow({ line }: { line: TimelineLine }) {
  const { icon: Icon, text, tone, afterName } = wordsOf(line);
  const detail = detailOf(line);
  const shown = shownIn(line);
  const progress = progressOf(line);
  return (
    <li className="group flex gap-3 text-13">
      <span className="flex flex-col items-center">
        <span className={`flex size-6 shrink-0 items-center justify-center rounded-full bg-hover ${textTones[tone]}`}>
          <Icon size={12} aria-hidden />
        </span>
        <span className="w-px flex-1 bg-line group-last:hidden" aria-hidden />
      </span>
      <div className="min-w-0 flex-1 pt-0.5 pb-3">
        <p className="flex gap-3">
          <span className="min-w-0 flex-1">
            <span className="font-medium">
              {afterName && <bdi>{line.by ?? 'A colleague'}</bdi>} {text}
            </span>
            {line.times > 1 && <span className="text-muted"> {line.times} times</span>}
            {line.by !== null && !afterName && (
              <span className="text-muted">
                {' by '}
                <bdi>{line.by}</bdi>
              </span>
            )}
          </span>
          <time dateTime={line.at} title={formatDateTime(line.at)} className="shrink-0 text-12 text-muted tabular-nums">
            {formatTime(line.at)}
          </time>
        </p>
        {detail !== null && <bdi className="block text-12 wrap-anywhere text-muted">{detail}</bdi>}
        {shown !== null && (
          <p className="text-12 wrap-anywhere text-muted">
            {shown.before} <bdi lang={shown.language}>{shown.text}</bdi>
          </p>
        )}
        {progress !== null && (
          <p className="text-12 text-muted tabular-nums">
            {progress}
            {line.state !== 'sent' && line.stateAt !== null && ` at ${formatTime(line.stateAt)}`}
          </p>
        )}
      </div>
    </li>
  );
}

const TimelineSkeleton = () => (
  <RowsSkeleton label="Loading the timeline…" count={5} className="flex flex-col gap-3" rowClass="h-6" fades>
    <Skeleton className="h-full" />
  </RowsSkeleton>
);
