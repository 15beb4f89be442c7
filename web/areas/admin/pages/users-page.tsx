import { useState } from 'react';
import type { UserListItem } from '../../../../contract/users/users.ts';
import { useCurrentUser } from '../../../features/auth/api.ts';
import { UserActionDialog, type UserActionRequest } from '../../../features/users/actions.tsx';
import { AddUserDialog } from '../../../features/users/add-user-dialog.tsx';
import { isRole, type UserChange, useUserList } from '../../../features/users/api.ts';
import { BulkBar } from '../../../features/users/bulk/bulk-bar.tsx';
import { JobBars } from '../../../features/users/bulk/job-bars.tsx';
import { ImportDialog } from '../../../features/users/import-dialog.tsx';
import { isSelectable } from '../../../features/users/list/row.tsx';
import { UsersToolbar } from '../../../features/users/list/toolbar.tsx';
import { UserList } from '../../../features/users/list/user-list.tsx';
import { filterOf, useUserView } from '../../../features/users/list/view.ts';
import { UserPanel } from '../../../features/users/panel/user-panel.tsx';
import { usePanelUrl } from '../../../lib/url/use-panel-url.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useLiveRows } from '../../../ui/rows/live-rows.tsx';
import { useSelection } from '../../../ui/rows/selection.ts';

const idOf = ({ id }: UserListItem) => id;

export function UsersPage() {
  const { data: self } = useCurrentUser();
  const canChange = useMay().may('change-users');
  const [view, changeView] = useUserView();
  const filter = filterOf(view);
  const list = useUserList(filter, view.sort);
  const live = useLiveRows(list.items, { idOf, isReady: !list.isPending && !list.isPlaceholderData });
  const selection = useSelection(live.rows, { isSelectable, resetKey: JSON.stringify(filter) });
  const panel = usePanelUrl('user');
  const addLink = usePanelUrl('add');
  const [request, setRequest] = useState<UserActionRequest | null>(null);
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null);

  const changed = ({ user, action }: UserChange) => {
    if (action === 'delete' || (isRole(action) && action !== 'user')) selection.drop([user.id]);
    if (action === 'delete' && panel.id === user.id) panel.close();
  };
  const close = () => setDialog(null);
  return (
    <div className="flex min-h-[calc(100dvh-6rem)] flex-col lg:min-h-[calc(100dvh-8rem)]">
      <UsersToolbar
        view={view}
        list={list}
        onView={changeView}
        canAdd={canChange}
        onAdd={() => setDialog('add')}
        onImport={() => setDialog('import')}
      />
      <JobBars selfId={self?.id} />
      <UserList
        view={view}
        list={list}
        live={live}
        selection={selection}
        selfId={self?.id}
        onView={changeView}
        onOpen={panel.open}
        onAction={setRequest}
      />
      {canChange && <BulkBar selection={selection} filter={filter} hasMore={list.hasNextPage} />}
      {panel.id && (
        <UserPanel
          key={panel.id}
          userId={panel.id}
          isSelf={panel.id === self?.id}
          listed={list.items.find(({ id }) => id === panel.id)}
          onAction={setRequest}
          onClose={panel.close}
        />
      )}
      {request && <UserActionDialog request={request} onChanged={changed} onClose={() => setRequest(null)} />}
      {dialog === 'add' && <AddUserDialog onClose={close} />}
      {dialog === 'import' && <ImportDialog onClose={close} />}
      {canChange && addLink.id && <AddUserDialog onClose={addLink.close} />}
    </div>
  );
}
