import { ArrowDownUp } from 'lucide-react';
import type { UserSort } from '../../../../contract/users/users.rules.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuOptions } from '../../../ui/overlays/menu.tsx';

export const ROOMY = '(min-width: 1280px)';

const sorts: Record<UserSort, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-activity': 'Last activity, newest first',
  activity: 'Last activity, oldest first',
  '-created': 'Created, newest first',
  created: 'Created, oldest first',
};

const options = (Object.keys(sorts) as UserSort[]).map((value) => ({ value, label: sorts[value] }));

export const SortBy = ({ sort, onChange }: { sort: UserSort; onChange: (sort: UserSort) => void }) => (
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
