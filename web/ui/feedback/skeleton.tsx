import type { ReactNode } from 'react';
import type { Column } from '../rows/virtual-table.tsx';

/** The shape of what is coming. Its size comes from the class. */
export const Skeleton = ({ className }: { className: string }) => (
  <div aria-hidden className={`animate-breathe rounded-control bg-hover ${className}`} />
);

interface RowsSkeletonProps {
  /** For a screen reader: "Loading users…" */
  label: string;
  count?: number;
  className?: string;
  rowClass: string;
  /** Each row is fainter than the one above. */
  fades?: boolean;
  heading?: ReactNode;
  /** One row, made of Skeletons. */
  children: ReactNode;
}

/** Rows that are on their way, in their real shape. */
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
  /** Those of the table, each with its `skeleton`. On a phone only the one without a width is there. */
  columns: readonly Column[];
  /** A class: the height of a card on a phone. */
  cardHeight: string;
  /** The cards on a phone have a heading too. */
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
          <span key={name} className={width ? `hidden pl-3 md:block ${width} ${align}` : 'flex-1'}>
            {heading}
          </span>
        ))}
      </div>
    }
  >
    {columns.map(({ name, width, skeleton }) => (
      <div key={name} className={width ? `hidden pl-3 md:block ${width}` : 'flex min-w-0 flex-1 items-center gap-3'}>
        {skeleton}
      </div>
    ))}
  </RowsSkeleton>
);
