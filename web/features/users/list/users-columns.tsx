import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import type { Selection } from './selection.ts';

/** Reaches to both edges of the page, so that a row lights up over its whole width. */
export const tableClass =
  '-mx-4 w-[calc(100%+2rem)] table-fixed border-separate border-spacing-0 text-13 lg:-mx-8 lg:w-[calc(100%+4rem)]';
export const cellClass = 'border-line border-b px-3 first:pl-4 last:pr-4 lg:first:pl-8 lg:last:pr-8';

/** Besides the first, which takes the room that is left. A menu needs less of it than the buttons. */
export const columns = (canHover: boolean) => [
  { name: 'Status', width: 'w-34' },
  { name: 'Role', width: 'w-26' },
  { name: 'Last Activity', width: 'w-32' },
  { name: 'Actions', width: canHover ? 'w-44 lg:w-50' : 'w-24 lg:w-28', align: 'text-right' },
];

export const COLUMN_COUNT = columns(true).length + 1;

export const SelectAll = ({ selection }: { selection: Selection }) => (
  <Checkbox
    aria-label="Select all users"
    checked={selection.all}
    indeterminate={selection.some}
    disabled={selection.none}
    onChange={selection.toggleAll}
  />
);

/** Stays in sight below the layout's header and the toolbar. */
export const UsersColumns = ({ selection, canHover }: { selection: Selection; canHover: boolean }) => (
  <thead className="sticky top-33 z-10 bg-surface text-12 text-muted">
    <tr className="h-9" aria-rowindex={1}>
      <th scope="col" className={`${cellClass} text-left font-medium`}>
        <div className="flex items-center gap-3">
          <SelectAll selection={selection} />
          User
        </div>
      </th>
      {columns(canHover).map(({ name, width, align = 'text-left' }) => (
        <th key={name} scope="col" className={`${cellClass} font-medium ${width} ${align}`}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
);
