import { useId } from 'react';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { type TypeFilter, typeGroups } from './filters.ts';

interface NotificationsToolbarProps {
  q: string;
  type: TypeFilter;
  busy: boolean;
  onSearch: (q: string) => void;
  onType: (type: TypeFilter) => void;
}

export function NotificationsToolbar({ q, type, busy, onSearch, onType }: NotificationsToolbarProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <SearchBox
        label="Search notifications"
        placeholder="Search notifications"
        value={q}
        onSearch={onSearch}
        busy={busy}
      />
      <div className="flex w-full items-center gap-2 text-13 sm:w-auto">
        <label htmlFor={id} className="text-muted">
          Type
        </label>
        <Select id={id} value={type} onChange={onType} groups={typeGroups} className="flex-1 sm:w-44" />
      </div>
    </div>
  );
}
