import type { UserSort } from '../../../../contract/users.rules.ts';
import { Select } from '../../../ui/fields/select.tsx';

/** Where every column has room, and the headings sort by each of them; below this a choice does. */
export const ROOMY = '(min-width: 1280px)';

const sorts: Record<UserSort, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-activity': 'Last activity, newest first',
  activity: 'Last activity, oldest first',
  '-created': 'Created, newest first',
  created: 'Created, oldest first',
};

const optionsOf = (...values: UserSort[]) => values.map((value) => ({ value, label: sorts[value] }));

const groups = [
  optionsOf('name', '-name'),
  optionsOf('-activity', 'activity'),
  optionsOf('-created', 'created'),
] as const;

export const SortBy = ({ sort, onChange }: { sort: UserSort; onChange: (sort: UserSort) => void }) => (
  <Select aria-label="Sort by" value={sort} onChange={onChange} groups={groups} className="w-54" />
);
