import { cellClass } from '../../ui/rows/virtual-table.tsx';

/** The first takes the room that is left. */
export const columns = [
  { name: 'Guest', width: '' },
  { name: 'Activity', width: 'w-58' },
  { name: 'Location and device', width: 'w-40' },
  { name: 'Time', width: 'w-36' },
  { name: 'Actions', width: 'w-68', align: 'text-right' },
] as const;

/** Stays in sight below the layout's header and the toolbar. */
export const LogColumns = () => (
  <thead className="sticky top-32 z-10 bg-surface text-12 text-muted">
    <tr className="h-9" aria-rowindex={1}>
      {columns.map((column) => (
        <th
          key={column.name}
          scope="col"
          className={`${cellClass} font-medium ${column.width} ${'align' in column ? column.align : 'text-left'}`}
        >
          {column.name}
        </th>
      ))}
    </tr>
  </thead>
);
