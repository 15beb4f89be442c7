import { Skeleton } from '../../ui/feedback/skeleton.tsx';

const ROWS = [0, 1, 2];

export const RedirectsSkeleton = () => (
  <div role="status">
    <span className="sr-only">Loading redirects…</span>
    {ROWS.map((row) => (
      <div key={row} className="flex h-24 items-center gap-4 border-line border-b px-5 last:border-b-0 sm:h-16">
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton className="h-3 w-36" />
          <Skeleton className="h-2.5 w-52 max-w-full" />
        </div>
        <Skeleton className="h-6 w-18 shrink-0" />
        <Skeleton className="h-3 w-14 shrink-0" />
      </div>
    ))}
  </div>
);
