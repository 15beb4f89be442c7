import type { ReactNode } from 'react';
import type { Column } from '../rows/virtual-table.tsx';

export const Skeleton = ({ className }: { className: string }) => (
  <div aria-hidden className={`animate-breathe rounded-control bg-hover ${className}`} />
);

interface RowsSkeletonProps {
  label: string;
  count?: number;
  className?: string;
  rowClass: string;
  fades?: boolean;
  heading?: ReactNode;
  children: ReactNode;
}

export const RowsSkeleton = (props: RowsSkeletonProps) => {
  const { label, count = 8, className, rowClass, fades = false, heading, children } = props;
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {heading}
      {[...Array(count).keys()].map((row) => (
        <div key={row} className={rowClass} style={fades ? { opacity: 1 - row / count } : undefined}>
          {children}
        </div>
      ))}
    </div>
  );
};

interface TableSkeletonProps {
  label: string;
  /** On a phone only the column without a width is shown. */
  columns: readonly Column[];
  /** Class with the height of a card on phones. */
  cardHeight: string;
  headsCards?: boolean;
}

export const TableSkeleton = ({ label, columns, cardHeight, headsCards = false }: TableSkeletonProps) => (
  <RowsSkeleton
    label={label}
    fades
    className="-mx-4 text-12 text-muted lg:-mx-8"
    rowClass={`flex items-center border-line border-b px-4 md:h-10 lg:px-8 ${cardHeight}`}
    heading={
      <div
        aria-hidden
        className={`h-9 items-center border-line border-b px-4 font-medium lg:px-8 ${headsCards ? 'flex' : 'hidden md:flex'}`}
      >
        {columns.map(({ name, width, align = '', heading = name }) => (
          <span key={name} className={width ? `hidden ps-3 md:block ${width} ${align}` : 'flex-1'}>
            {heading}
          </span>
        ))}
      </div>
    }
  >
    {columns.map(({ name, width, skeleton }) => (
      <div key={name} className={width ? `hidden ps-3 md:block ${width}` : 'flex min-w-0 flex-1 items-center gap-3'}>
        {skeleton}
      </div>
    ))}
  </RowsSkeleton>
);
