import { ArrowDownUp, Download, Plus, Upload } from 'lucide-react';
import { SEARCHED_FOR } from '../../../../contract/users/account-details.rules.ts';
import { ROLES, USER_STANDINGS, type UserSort } from '../../../../contract/users/users.rules.ts';
import { Button, buttonClass, compactClass } from '../../../ui/button.tsx';
import { FilterChips } from '../../../ui/fields/filter-chips.tsx';
import { Menu, MenuOptions } from '../../../ui/overlays/menu.tsx';
import { ListToolbar } from '../../../ui/rows/list-toolbar.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { StepUpLink } from '../../auth/step-up/step-up-link.tsx';
import { type UserListState, useUserTotal } from '../api.ts';
import { roleWords } from '../role-words.ts';
import { standingWords } from '../standing.ts';
import { exportUrl, filterOf, NO_FILTER, type UserView } from './view.ts';

export const ROOMY = '(min-width: 1280px)';

interface UsersToolbarProps {
  view: UserView;
  list: UserListState;
  onView: (changes: Partial<UserView>) => void;
  canAdd: boolean;
  onAdd: () => void;
  onImport: () => void;
}

const labelled = <Value extends string>(values: readonly Value[], labelOf: (value: Value) => string) =>
  Object.fromEntries(values.map((value) => [value, labelOf(value)])) as Record<Value, string>;

const standings = labelled(USER_STANDINGS, (standing) => standingWords[standing].label);
const roles = labelled(ROLES.toReversed(), (role) => roleWords[role].plural);

export const UsersToolbar = ({ view, list, onView, canAdd, onAdd, onImport }: UsersToolbarProps) => {
  const isRoomy = useMediaQuery(ROOMY);
  const total = useUserTotal(list, filterOf(view));
  return (
    <ListToolbar
      list={list}
      label="Search users"
      placeholder={SEARCHED_FOR.replace(/^./, (first) => first.toUpperCase())}
      q={view.q}
      onSearch={(q) => onView({ q })}
      thing="user"
      total={total}
    >
      <div className="ms-auto flex items-center gap-1">
        {!isRoomy && <SortBy sort={view.sort} onChange={(sort) => onView({ sort })} />}
        {canAdd && (
          <Button variant="ghost" title="Import" onClick={onImport} className="px-3!">
            <Upload size={16} aria-hidden />
            <span className="max-xl:sr-only">Import</span>
          </Button>
        )}
        <StepUpLink href={exportUrl(view)} title="Export" className={`${buttonClass('ghost')} px-3!`}>
          <Download size={16} aria-hidden />
          <span className="max-xl:sr-only">Export</span>
        </StepUpLink>
        {canAdd && (
          <Button onClick={onAdd} className="ms-2">
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

const sorts: Record<UserSort, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-activity': 'Last activity, newest first',
  activity: 'Last activity, oldest first',
  '-created': 'Created, newest first',
  created: 'Created, oldest first',
};

const options = (Object.keys(sorts) as UserSort[]).map((value) => ({ value, label: sorts[value] }));

const SortBy = ({ sort, onChange }: { sort: UserSort; onChange: (sort: UserSort) => void }) => (
  <Menu
    trigger={
      <Button variant="ghost" aria-label={`Sort by: ${sorts[sort]}`} title="Sort by" className="px-3!">
        <ArrowDownUp size={16} aria-hidden />
      </Button>
    }
  >
    <MenuOptions value={sort} options={options} onChange={onChange} />
  </Menu>
);
