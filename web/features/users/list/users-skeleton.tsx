import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { columns } from './users-columns.tsx';

const COLUMNS = columns(true);
const ROWS = Array.from({ length: 8 }, (_, index) => index);
const shapes: Record<string, string> = { Status: 'h-6 w-18', Role: 'h-3 w-10', 'Last Activity': 'h-3 w-14' };

/** The rows that are on their way, in their real shape. */
export const UsersSkeleton = () => (
  <div role="status" className="-mx-4 text-12 text-muted lg:-mx-8">
    <span className="sr-only">Loading users…</span>
    <div aria-hidden className="flex h-9 items-center border-line border-b px-4 font-medium lg:px-8">
      <span className="flex-1 pl-7">User</span>
      {COLUMNS.map(({ name, width, align }) => (
        <span key={name} className={`hidden pl-3 md:block ${width} ${align ?? ''}`}>
          {name}
        </span>
      ))}
    </div>
    {ROWS.map((row) => (
      <div
        key={row}
        className="flex h-24 items-center border-line border-b px-4 md:h-14 lg:px-8"
        style={{ opacity: 1 - row / ROWS.length }}
      >
        <div className="flex min-w-0 flex-1 items-center gap-3">
          <Skeleton className="size-4 shrink-0 rounded-small!" />
          <Skeleton className="size-8 shrink-0 rounded-full!" />
          <div className="flex flex-1 flex-col gap-1.5">
            <Skeleton className="h-3 w-36" />
            <Skeleton className="h-2.5 w-52 max-w-full" />
          </div>
        </div>
        {COLUMNS.map(({ name, width }) => (
          <div key={name} className={`hidden pl-3 md:block ${width}`}>
            {shapes[name] && <Skeleton className={shapes[name]} />}
          </div>
        ))}
      </div>
    ))}
  </div>
);
