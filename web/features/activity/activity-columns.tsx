/** Reaches to both edges of the page, so that a row lights up over its whole width. */
export const tableClass =
  '-mx-4 w-[calc(100%+2rem)] table-fixed border-separate border-spacing-0 text-13 lg:-mx-8 lg:w-[calc(100%+4rem)]';
export const cellClass = 'border-line border-b px-3 first:pl-4 last:pr-4 lg:first:pl-8 lg:last:pr-8';

const DETAILS = 'Details';

const all = [
  { name: 'Activity', width: '', align: 'text-left' },
  { name: 'User', width: 'w-40 xl:w-44', align: 'text-left' },
  { name: 'Location and device', width: 'w-40 xl:w-44', align: 'text-left' },
  { name: DETAILS, width: 'w-72', align: 'text-left' },
  { name: 'Time', width: 'w-24 lg:w-28', align: 'text-right' },
];

/** The first takes the room that is left. Where there is little of it, details stand below the activity. */
export const columns = (roomy: boolean) => (roomy ? all : all.filter(({ name }) => name !== DETAILS));

/** Stays in sight below the layout's header and the toolbar. */
export const ActivityColumns = ({ roomy }: { roomy: boolean }) => (
  <thead className="sticky top-44 z-10 bg-surface text-12 text-muted">
    <tr className="h-9" aria-rowindex={1}>
      {columns(roomy).map(({ name, width, align }) => (
        <th key={name} scope="col" className={`${cellClass} font-medium ${width} ${align}`}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
);
