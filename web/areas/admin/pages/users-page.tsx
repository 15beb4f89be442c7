import { useState } from 'react';
import { useCurrentUser } from '../../../features/auth/api.ts';
import { BulkBar } from '../../../features/bulk-jobs/bulk-bar.tsx';
import { JobBars } from '../../../features/bulk-jobs/job-bars.tsx';
import { ChangeDialog } from '../../../features/users/actions.tsx';
import { AddUserDialog } from '../../../features/users/add-user-dialog.tsx';
import { type UserChange, useUserList } from '../../../features/users/api.ts';
import { ImportDialog } from '../../../features/users/import-dialog.tsx';
import { isSelectable } from '../../../features/users/list/row.tsx';
import { UsersToolbar } from '../../../features/users/list/toolbar.tsx';
import { UserList } from '../../../features/users/list/user-list.tsx';
import { UserPanel } from '../../../features/users/panel/user-panel.tsx';
import { usePanelAddress } from '../../../lib/use-panel-address.ts';
import { useSearchParam } from '../../../lib/use-search-param.ts';
import { useSelection } from '../../../ui/rows/selection.ts';

export function UsersPage() {
  const { data: self } = useCurrentUser();
  const [q, setQ] = useSearchParam('q');
  const wanted = q.trim();
  const list = useUserList(wanted);
  const selection = useSelection(list.items, { isSelectable, resetKey: wanted });
  const panel = usePanelAddress('user');
  const [change, setChange] = useState<UserChange | null>(null);
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);

  const search = (text: string) => {
    // Other results begin at the top, wherever the old ones were scrolled to.
    scrollTo(0, 0);
    setQ(text);
  };
  const changed = ({ user, action }: UserChange) => {
    if (action === 'admin' || action === 'delete') selection.drop([user.id]);
    if (action === 'delete' && panel.id === user.id) panel.close();
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
      <JobBars selfId={self?.id} />
      <UserList
        q={wanted}
        list={list}
        selection={selection}
        selfId={self?.id}
        onOpen={panel.open}
        onChange={setChange}
        onClearSearch={() => search('')}
      />
      <BulkBar selection={selection} filter={{ q: wanted }} hasMore={list.hasNextPage} />
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
