import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';

export type Sorted = 'ascending' | 'descending' | 'none';

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

interface SortButtonProps {
  label: string;
  sorted: Sorted;
  onClick: () => void;
}

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
