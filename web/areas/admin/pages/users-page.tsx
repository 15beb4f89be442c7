import { useState } from 'react';
import { useCurrentUser } from '../../../features/auth/api.ts';
import { AddUserDialog } from '../../../features/users/add-user-dialog.tsx';
import type { UserChange } from '../../../features/users/api.ts';
import { useUserList } from '../../../features/users/api.ts';
import { BulkBar } from '../../../features/users/bulk/bulk-bar.tsx';
import { ChangeDialog } from '../../../features/users/change-dialog.tsx';
import { ImportDialog } from '../../../features/users/import/import-dialog.tsx';
import { useSelection } from '../../../features/users/list/selection.ts';
import { UsersToolbar } from '../../../features/users/list/toolbar.tsx';
import { UserList } from '../../../features/users/list/user-list.tsx';
import { UserPanel, usePanelAddress } from '../../../features/users/panel/user-panel.tsx';
import { useSearchParam } from '../../../lib/use-search-param.ts';

export function UsersPage() {
  const { data: self } = useCurrentUser();
  const [q, setQ] = useSearchParam('q');
  const wanted = q.trim();
  const list = useUserList(wanted);
  const selection = useSelection(list.items, wanted);
  const panel = usePanelAddress();
  const [change, setChange] = useState<UserChange | null>(null);
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);

  const search = (text: string) => {
    // Other results begin at the top, wherever the old ones were scrolled to.
    scrollTo(0, 0);
    setQ(text);
  };
  const changed = ({ kind, user }: UserChange) => {
    if (kind !== 'status') selection.drop([user.id]);
    if (kind === 'delete' && panel.id === user.id) panel.close();
  };
  const close = () => setDialog(null);
  return (
    <div className="flex min-h-[calc(100dvh-6rem)] flex-col lg:min-h-[calc(100dvh-8rem)]">
      <UsersToolbar
        q={q}
        list={list}
        onSearch={search}
        onAdd={() => setDialog('add')}
        onImport={() => setDialog('import')}
      />
      <UserList
        q={wanted}
        list={list}
        selection={selection}
        selfId={self?.id}
        onOpen={panel.open}
        onChange={setChange}
        onClearSearch={() => search('')}
      />
      <BulkBar selection={selection} q={wanted} hasMore={list.hasNextPage} />
      {panel.id && (
        <UserPanel
          key={panel.id}
          userId={panel.id}
          isSelf={panel.id === self?.id}
          listed={list.items.find(({ id }) => id === panel.id)}
          onChange={setChange}
          onClose={panel.close}
        />
      )}
      {change && <ChangeDialog change={change} onChanged={changed} onClose={() => setChange(null)} />}
      {dialog === 'add' && <AddUserDialog onClose={close} />}
      {dialog === 'import' && <ImportDialog onClose={close} />}
    </div>
  );
}
