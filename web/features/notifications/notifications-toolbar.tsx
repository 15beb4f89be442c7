import { useId } from 'react';
import type { NotificationType } from '../../../contract/notifications.ts';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { Select } from '../../ui/fields/select.tsx';

type TypeFilter = 'all' | Extract<NotificationType, 'user_login' | 'page_view' | 'profile_update'>;

/** Other types are only among all of them. */
const typeGroups = [
  [
    { value: 'all', label: 'All Notifications' },
    { value: 'user_login', label: 'User Logins' },
    { value: 'page_view', label: 'Page Views' },
    { value: 'profile_update', label: 'Profile Updates' },
  ],
] as const satisfies readonly (readonly { value: TypeFilter; label: string }[])[];

/** From an address, which anybody can write. */
export const typeFilterOf = (text: string): TypeFilter =>
  typeGroups[0].find(({ value }) => value === text)?.value ?? 'all';

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
