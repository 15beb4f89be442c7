import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { columns } from './activity-columns.tsx';

const COLUMNS = columns(false);
const [, ...OTHERS] = COLUMNS;
const ROWS = Array.from({ length: 8 }, (_, index) => index);

const TwoLines = () => (
  <div className="flex flex-1 flex-col gap-1.5">
    <Skeleton className="h-3 w-36 max-w-full" />
    <Skeleton className="h-2.5 w-24 max-w-full" />
    <Skeleton className="h-2.5 w-52 max-w-full md:hidden" />
  </div>
);

/** The entries that are on their way, in their real shape. */
export const ActivitySkeleton = () => (
  <div role="status" className="-mx-4 text-12 text-muted lg:-mx-8">
    <span className="sr-only">Loading activity…</span>
    <div aria-hidden className="hidden h-9 items-center border-line border-b px-4 font-medium md:flex lg:px-8">
      {COLUMNS.map(({ name, width }) => (
        <span key={name} className={`${width || 'flex-1'} pl-3 first:pl-0 last:text-right`}>
          {name}
        </span>
      ))}
    </div>
    {ROWS.map((row) => (
      <div
        key={row}
        className="flex h-28 items-center border-line border-b px-4 md:h-14 lg:px-8"
        style={{ opacity: 1 - row / ROWS.length }}
      >
        <div className="flex min-w-0 flex-1 items-center gap-3">
          <Skeleton className="size-4 shrink-0 rounded-small!" />
          <TwoLines />
        </div>
        {OTHERS.map(({ name, width }) => (
          <div key={name} className={`hidden pl-3 md:block ${width}`}>
            <TwoLines />
          </div>
        ))}
      </div>
    ))}
  </div>
);
