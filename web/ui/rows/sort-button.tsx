import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';

/** How a column is sorted, as ARIA calls it. */
export type Sorted = 'ascending' | 'descending' | 'none';

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

interface SortButtonProps {
  /** The name of the column. Its heading tells the direction. */
  label: string;
  sorted: Sorted;
  onClick: () => void;
}

/** The heading of a column that the list can be sorted by. */
export function SortButton({ label, sorted, onClick }: SortButtonProps) {
  const Icon = icons[sorted];
  return (
    <button
      type="button"
      onClick={onClick}
      className={`-mx-1 inline-flex h-6 items-center gap-1.5 rounded-small px-1 font-medium transition-colors hover:text-ink ${sorted === 'none' ? '' : 'text-ink'}`}
    >
      {label}
      <Icon size={12} aria-hidden />
    </button>
  );
}
