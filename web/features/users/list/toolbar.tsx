import { Download, Plus, Upload } from 'lucide-react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ListToolbar } from '../../../ui/rows/list-toolbar.tsx';
import type { UserListState } from '../api.ts';

interface UsersToolbarProps {
  q: string;
  list: UserListState;
  onSearch: (q: string) => void;
  onAdd: () => void;
  onImport: () => void;
}

export const UsersToolbar = ({ q, list, onSearch, onAdd, onImport }: UsersToolbarProps) => (
  <ListToolbar
    list={list}
    label="Search users"
    placeholder="Search by name or e-mail"
    q={q}
    onSearch={onSearch}
    thing="user"
  >
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
  </ListToolbar>
);
