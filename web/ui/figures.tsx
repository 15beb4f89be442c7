import type { LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { FailedLine } from './feedback/notice.tsx';
import { Skeleton } from './feedback/skeleton.tsx';
import { useMediaQuery } from './use-media-query.ts';

interface FigureProps {
  icon: LucideIcon;
  label: string;
  value: number | undefined;
  hint?: string;
  href?: string;
}

interface FiguresProps {
  label: string;
  query: { isLoadingError: boolean; isFetching: boolean; refetch: () => unknown };
  figures: readonly FigureProps[];
  compact?: boolean;
}

const boxClass = 'block rounded-card border border-line bg-surface';

export function Figures({ label, query, figures, compact = false }: FiguresProps) {
  const roomy = useMediaQuery('(min-width: 640px)') || !compact;
  const box = `${boxClass} ${roomy ? 'p-4' : 'px-3 py-2'}`;
  return (
    <div>
      <ul aria-label={label} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {figures.map(({ href, ...figure }) => {
          const contents = <Figure {...figure} failed={query.isLoadingError} roomy={roomy} />;
          return (
            <li key={figure.label}>
              {href === undefined ? (
                <span className={box}>{contents}</span>
              ) : (
                <Link href={href} className={`${box} transition-colors hover:bg-hover/50`}>
                  {contents}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      {query.isLoadingError && (
        <FailedLine text="Can't load the figures." query={query} role="alert" className="mt-2" />
      )}
    </div>
  );
}

function Figure({ icon: Icon, label, value, hint, failed, roomy }: FigureProps & { failed: boolean; roomy: boolean }) {
  const unknown = failed ? '–' : <Skeleton className={roomy ? 'h-9 w-18' : 'h-4 w-6'} />;
  const number = value?.toLocaleString('en') ?? unknown;
  return (
    <>
      <span className="flex items-center justify-between gap-2 text-13 text-muted">
        {label}
        {roomy ? (
          <Icon size={16} className="shrink-0" aria-hidden />
        ) : (
          <span className="font-semibold text-ink tabular-nums">{number}</span>
        )}
      </span>
      {roomy && <span className="mt-1 block h-9 text-28 font-semibold tabular-nums">{number}</span>}
      {hint && <span className="mt-0.5 block text-12 text-muted">{hint}</span>}
    </>
  );
}
