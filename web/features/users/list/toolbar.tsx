import { Download, Plus, Upload } from 'lucide-react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { counted } from '../../../ui/count.ts';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import type { UserListState } from '../api.ts';

interface UsersToolbarProps {
  q: string;
  list: UserListState;
  onSearch: (q: string) => void;
  onAdd: () => void;
  onImport: () => void;
}

/** How many there are, as far as it is known. Nobody counts a million accounts for a heading. */
const countWords = ({ items: users, hasNextPage, isPending, isPlaceholderData }: UserListState) => {
  if (isPending || isPlaceholderData || users.length === 0) return '';
  return hasNextPage ? `${users.length.toLocaleString('en')}+ users` : counted(users.length, 'user');
};

export function UsersToolbar({ q, list, onSearch, onAdd, onImport }: UsersToolbarProps) {
  const searching = list.isPlaceholderData || (q !== '' && list.isFetchingNextPage);
  return (
    <div className="-mx-4 -mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 bg-surface px-4 py-4 md:sticky md:top-16 md:z-10 lg:-mx-8 lg:-mt-8 lg:px-8">
      <SearchBox
        label="Search users"
        placeholder="Search by name or e-mail"
        value={q}
        onSearch={onSearch}
        busy={searching}
      />
      <p role="status" className="text-13 text-muted tabular-nums">
        {countWords(list)}
      </p>
      <div className="ml-auto flex items-center gap-1">
        <Button variant="ghost" onClick={onImport} className="px-3!">
          <Upload size={16} aria-hidden />
          <span className="max-sm:sr-only">Import</span>
        </Button>
        <a
          href={`/api/admin/users.csv${q ? `?${new URLSearchParams({ q })}` : ''}`}
          download
          className={`${buttonClass('ghost')} px-3!`}
        >
          <Download size={16} aria-hidden />
          <span className="max-sm:sr-only">Export</span>
        </a>
        <Button onClick={onAdd} className="ml-2">
          <Plus size={16} aria-hidden />
          Add User
        </Button>
      </div>
    </div>
  );
}
