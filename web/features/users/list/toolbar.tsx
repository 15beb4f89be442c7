import { Download, Plus, Upload } from 'lucide-react';
import type { Role, UserStanding } from '../../../../contract/users/users.rules.ts';
import { Button, buttonClass, compactClass } from '../../../ui/button.tsx';
import { countedTotal } from '../../../ui/count.ts';
import { FilterChips } from '../../../ui/fields/filter-chips.tsx';
import { ListToolbar } from '../../../ui/rows/list-toolbar.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { StepUpLink } from '../../auth/step-up/step-up-link.tsx';
import { type UserListState, useUserTotal } from '../api.ts';
import { roleWords } from '../role-words.ts';
import { standingWords } from '../standing.ts';
import { ROOMY, SortBy } from './sort-by.tsx';
import { fileUrl, filterOf, NO_FILTER, type UserView } from './view.ts';

interface UsersToolbarProps {
  view: UserView;
  list: UserListState;
  onView: (changes: Partial<UserView>) => void;
  /** Nothing can be added by those who only look. */
  canAdd: boolean;
  onAdd: () => void;
  onImport: () => void;
}

const standings: Record<UserStanding, string> = {
  online: standingWords.online.label,
  offline: standingWords.offline.label,
  suspended: standingWords.suspended.label,
  needs_auth: standingWords.needs_auth.label,
};

const roles: Record<Role, string> = {
  admin: roleWords.admin.plural,
  auditor: roleWords.auditor.plural,
  manager: roleWords.manager.plural,
  helper: roleWords.helper.plural,
  user: roleWords.user.plural,
};

export const UsersToolbar = ({ view, list, onView, canAdd, onAdd, onImport }: UsersToolbarProps) => {
  const isRoomy = useMediaQuery(ROOMY);
  const total = useUserTotal(list, filterOf(view));
  return (
    <ListToolbar
      list={list}
      label="Search users"
      placeholder="Name, username or e-mail"
      q={view.q}
      onSearch={(q) => onView({ q })}
      thing="user"
      count={total ? countedTotal(total, 'user') : ''}
    >
      <div className="ml-auto flex items-center gap-1">
        {!isRoomy && <SortBy sort={view.sort} onChange={(sort) => onView({ sort })} />}
        {canAdd && (
          <Button variant="ghost" title="Import" onClick={onImport} className="px-3!">
            <Upload size={16} aria-hidden />
            <span className="max-xl:sr-only">Import</span>
          </Button>
        )}
        <StepUpLink href={fileUrl(view)} title="Export" className={`${buttonClass('ghost')} px-3!`}>
          <Download size={16} aria-hidden />
          <span className="max-xl:sr-only">Export</span>
        </StepUpLink>
        {canAdd && (
          <Button onClick={onAdd} className="ml-2">
            <Plus size={16} aria-hidden />
            Add User
          </Button>
        )}
      </div>
      <Filters view={view} onView={onView} />
    </ListToolbar>
  );
};

function Filters({ view, onView }: Pick<UsersToolbarProps, 'view' | 'onView'>) {
  const isNarrowed = view.standing !== undefined || view.role !== undefined;
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
      <FilterChips
        label="Status"
        options={standings}
        value={view.standing}
        onChange={(standing) => onView({ standing })}
      />
      <FilterChips label="Role" options={roles} value={view.role} onChange={(role) => onView({ role })} />
      {isNarrowed && (
        <Button variant="ghost" onClick={() => onView(NO_FILTER)} className={compactClass}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
