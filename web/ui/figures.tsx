import type { LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { FailedLine } from './feedback/notice.tsx';
import { Skeleton } from './feedback/skeleton.tsx';

interface FigureProps {
  icon: LucideIcon;
  label: string;
  /** Undefined while it is not known. */
  value: number | undefined;
  hint?: string;
  /** Where those are that it counts. */
  href?: string;
}

interface FiguresProps {
  label: string;
  query: { isLoadingError: boolean; isFetching: boolean; refetch: () => unknown };
  figures: readonly FigureProps[];
}

const boxClass = 'block rounded-card border border-line bg-surface p-4';

/** A few numbers, each with what it counts. */
export const Figures = ({ label, query, figures }: FiguresProps) => (
  <div>
    <ul aria-label={label} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(({ href, ...figure }) => (
        <li key={figure.label}>
          {href === undefined ? (
            <span className={boxClass}>
              <Figure {...figure} failed={query.isLoadingError} />
            </span>
          ) : (
            <Link href={href} className={`${boxClass} transition-colors hover:bg-hover/50`}>
              <Figure {...figure} failed={query.isLoadingError} />
            </Link>
          )}
        </li>
      ))}
    </ul>
    {query.isLoadingError && (
      <FailedLine text="The figures could not be loaded." query={query} role="alert" className="mt-2" />
    )}
  </div>
);

const Figure = ({ icon: Icon, label, value, hint, failed }: FigureProps & { failed: boolean }) => (
  <>
    <span className="flex items-center justify-between gap-2 text-13 text-muted">
      {label}
      <Icon size={16} className="shrink-0" aria-hidden />
    </span>
    <span className="mt-1 block h-9 text-28 font-semibold tabular-nums">
      {value?.toLocaleString('en') ?? (failed ? '–' : <Skeleton className="h-9 w-18" />)}
    </span>
    {hint && <span className="mt-0.5 block truncate text-12 text-muted">{hint}</span>}
  </>
);
