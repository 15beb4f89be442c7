import { Skeleton } from '../../ui/feedback/skeleton.tsx';

const ROWS = Array.from({ length: 5 }, (_, index) => index);

/** The entries that are on their way, in their real shape. */
export const LogSkeleton = () => (
  <div role="status" className="-mx-4 lg:-mx-8">
    <span className="sr-only">Loading guest activity…</span>
    {ROWS.map((row) => (
      <div key={row} className="flex h-14 items-center gap-3 border-line border-b px-4 lg:px-8">
        <Skeleton className="size-4 shrink-0 rounded-small!" />
        <div className="flex flex-1 flex-col gap-1.5">
          <Skeleton className="h-3 w-36" />
          <Skeleton className="h-2.5 w-24" />
        </div>
        <Skeleton className="h-6 w-36 max-w-full" />
      </div>
    ))}
  </div>
);
