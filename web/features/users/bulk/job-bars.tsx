import { CircleAlert, CircleCheck, CirclePause, Loader } from 'lucide-react';
import type { BulkJob } from '../../../../contract/users/bulk.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Button, compactClass } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { describeJob } from '../action-words.ts';
import { dismiss, useBulkJobs, useDismissed, useStopJob } from './api.ts';

const icons = {
  running: { icon: Loader, tone: 'text-accent-ink' },
  done: { icon: CircleCheck, tone: 'text-success' },
  stopped: { icon: CirclePause, tone: 'text-muted' },
  failed: { icon: CircleAlert, tone: 'text-danger' },
};

export function JobBars({ selfId }: { selfId: string | undefined }) {
  const jobs = useBulkJobs(selfId);
  const dismissed = useDismissed();
  const shown = jobs.filter(({ id, state }) => state === 'running' || !dismissed.includes(id));
  if (shown.length === 0) return null;
  return (
    <section aria-label="Bulk operations" className="mb-4 flex flex-col gap-2">
      {shown.map((job) => (
        <JobBar key={job.id} job={job} onDismiss={() => dismiss(job, jobs)} />
      ))}
    </section>
  );
}

function JobBar({ job, onDismiss }: { job: BulkJob; onDismiss: () => void }) {
  const stop = useStopJob();
  const { may } = useMay();
  const { icon: Icon, tone } = icons[job.state];
  const text = describeJob(job);
  const isRunning = job.state === 'running';
  return (
    <div className="rounded-control border border-line px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon size={16} className={`shrink-0 ${tone}`} aria-hidden />
        <p className="min-w-0 flex-1 text-13 wrap-anywhere tabular-nums">
          {text} <span className="text-muted">· started by {job.startedBy}</span>
        </p>
        {isRunning && may('change-users') && (
          <Button
            variant="secondary"
            pending={stop.isPending}
            onClick={() => stop.mutate(job.id)}
            className={compactClass}
          >
            Stop
          </Button>
        )}
        {!isRunning && (
          <Button variant="ghost" onClick={onDismiss} className={compactClass}>
            Dismiss
          </Button>
        )}
      </div>
      {isRunning && (
        <div className="mt-2">
          <ProgressBar value={job.done} max={Math.max(job.total ?? 1, 1)} label="Bulk operation" text={text} />
        </div>
      )}
    </div>
  );
}
