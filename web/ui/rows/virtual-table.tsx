import type { MouseEvent, ReactNode } from 'react';
import { newRowClass } from './live-rows.tsx';
import { ROW_REM } from './row-height.ts';
import type { Sorted } from './sort-button.tsx';
import { useVirtualRows, type VirtualRowsProps } from './virtual-list.tsx';

/** The first row is the heading. */
const FIRST_ROW_INDEX = 2;
/** What ARIA calls a count that is not known yet. */
const UNKNOWN = -1;

/** Reaches to both edges of the page, so that a row lights up over its whole width. */
const tableClass =
  '-mx-4 w-[calc(100%+2rem)] table-fixed border-separate border-spacing-0 text-13 lg:-mx-8 lg:w-[calc(100%+4rem)]';
const cellClass = 'border-line border-b px-3 first:pl-4 last:pr-4 lg:first:pl-8 lg:last:pr-8';

export interface Column {
  name: string;
  /** A class. The column without one takes the room that is left. */
  width?: string;
  align?: 'text-right';
  /** Stands in the heading in place of the name, for example with a checkbox. */
  heading?: ReactNode;
  /** For a column whose heading has a SortButton. */
  sorted?: Sorted;
  /** The shape of a cell while the rows are on their way (TableSkeleton). */
  skeleton?: ReactNode;
}

interface VirtualTableProps<Row> extends VirtualRowsProps<Row> {
  columns: readonly Column[];
  /** A class: where the heading stays in sight, below the layout's header and the toolbar. */
  headingTop: string;
}

/** A table of any length, of TableRows. */
export function VirtualTable<Row extends { id: string }>(props: VirtualTableProps<Row>) {
  const { label, columns, headingTop, ...rows } = props;
  const { box, drawn } = useVirtualRows<Row, HTMLTableSectionElement>({
    ...rows,
    heightRem: ROW_REM,
    renderGap: (height) => (
      <tr aria-hidden>
        <td colSpan={columns.length} style={{ height }} />
      </tr>
    ),
  });
  return (
    <table
      aria-label={label}
      aria-rowcount={rows.list.hasNextPage ? UNKNOWN : rows.rows.length + 1}
      className={tableClass}
    >
      <thead className={`sticky z-10 bg-surface text-12 text-muted ${headingTop}`}>
        <tr className="h-9" aria-rowindex={1}>
          {columns.map(({ name, width = '', align = 'text-left', heading = name, sorted }) => (
            <th key={name} scope="col" aria-sort={sorted} className={`${cellClass} font-medium ${width} ${align}`}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={box}>{drawn}</tbody>
    </table>
  );
}

/** Something in the row that does something else, or text that is being selected to copy it. */
const isForSomethingElse = ({ target }: MouseEvent) =>
  (target instanceof Element && target.closest('a, button, input, [role="menu"], [role="tooltip"]') !== null) ||
  getSelection()?.type === 'Range';

interface TableRowProps {
  index: number;
  isSelected?: boolean;
  isNew?: boolean;
  /** A click anywhere in the row. A button in it does the same, for the keyboard. */
  onOpen?: () => void;
  children: ReactNode;
}

export const TableRow = ({ index, isSelected, isNew = false, onOpen, children }: TableRowProps) => (
  <tr
    data-index={index}
    aria-rowindex={index + FIRST_ROW_INDEX}
    data-selected={isSelected}
    onClick={
      onOpen &&
      ((event) => {
        if (!isForSomethingElse(event)) onOpen();
      })
    }
    className={`group h-10 hover:bg-hover/50 data-[selected=true]:bg-accent-soft/50 ${onOpen ? 'cursor-pointer' : ''} ${isNew ? newRowClass : 'transition-colors'}`}
  >
    {children}
  </tr>
);

export const TableCell = ({ className = '', children }: { className?: string; children?: ReactNode }) => (
  <td className={`${cellClass} ${className}`}>{children}</td>
);

/** Buttons at the end of a row, which appear under the pointer or the focus, and stay where nothing can hover. */
export const RowActions = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div
    className={`flex justify-end transition-opacity focus-within:opacity-100 group-hover:opacity-100 [@media(hover:hover)]:opacity-0 ${className}`}
  >
    {children}
  </div>
);
