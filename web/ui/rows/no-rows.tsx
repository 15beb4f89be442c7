import { type LucideIcon, SearchX } from 'lucide-react';
import { type Days, isBackwards } from '../../lib/days.ts';
import { Button } from '../button.tsx';
import { Notice } from '../feedback/notice.tsx';

interface NoRowsProps {
  icon: LucideIcon;
  title: string;
  filteredTitle?: string;
  days: Days;
  isFiltered: boolean;
  onClear: () => void;
  children: string;
}

export function NoRows(props: NoRowsProps) {
  const { icon, title, filteredTitle = title, days, isFiltered, onClear, children } = props;
  if (!isFiltered)
    return (
      <Notice icon={icon} title={title}>
        {children}
      </Notice>
    );
  return (
    <Notice
      icon={SearchX}
      title={filteredTitle}
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      {isBackwards(days) ? 'The end date is before the start date.' : 'Nothing matches these filters.'}
    </Notice>
  );
}
