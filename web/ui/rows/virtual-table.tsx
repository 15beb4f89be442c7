import type { MouseEvent, ReactNode } from 'react';
import { useMediaQuery } from '../use-media-query.ts';
import { newRowClass } from './live-rows.tsx';
import { ROW_REM } from './row-height.ts';
import type { Sorted } from './sort-button.tsx';
import { useVirtualRows, VirtualList, type VirtualRowsProps } from './virtual-list.tsx';

const FIRST_ROW_INDEX = 2;
const UNKNOWN = -1;

const tableClass =
  '-mx-4 w-[calc(100%+2rem)] table-fixed border-separate border-spacing-0 text-13 lg:-mx-8 lg:w-[calc(100%+4rem)]';
const cellClass = 'border-line border-b px-3 first:ps-4 last:pe-4 lg:first:ps-8 lg:last:pe-8';

export interface Column {
  name: string;
  /** Class. The one column without a width takes the remaining space. */
  width?: string;
  align?: 'text-end';
  heading?: ReactNode;
  sorted?: Sorted;
  skeleton?: ReactNode;
}

interface VirtualTableProps<Row> extends VirtualRowsProps<Row> {
  columns: readonly Column[];
  /** Class with the sticky offset below header and toolbar. */
  headingTop: string;
}

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
          {columns.map(({ name, width = '', align = 'text-start', heading = name, sorted }) => (
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

interface TableOrCardsProps<Row> extends VirtualTableProps<Row> {
  renderCard: VirtualRowsProps<Row>['renderRow'];
  cardRem: number;
}

export function TableOrCards<Row extends { id: string }>(props: TableOrCardsProps<Row>) {
  const { renderCard, cardRem, ...table } = props;
  const { label, list, rows } = table;
  if (useMediaQuery('(min-width: 768px)')) return <VirtualTable {...table} />;
  return (
    <VirtualList
      label={label}
      list={list}
      rows={rows}
      heightRem={cardRem}
      className="-mx-4 border-line border-t"
      renderRow={renderCard}
    />
  );
}

const isForSomethingElse = ({ target }: MouseEvent) =>
  (target instanceof Element && target.closest('a, button, input, [role="menu"], [role="tooltip"]') !== null) ||
  getSelection()?.type === 'Range';

interface TableRowProps {
  index: number;
  isSelected?: boolean;
  isNew?: boolean;
  /** Called on a click anywhere in the row; a button in it does the same for the keyboard. */
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

/** Shown on hover or focus, and always on touch screens. */
export const RowActions = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div
    className={`flex justify-end transition-opacity focus-within:opacity-100 group-hover:opacity-100 [@media(hover:hover)]:opacity-0 ${className}`}
  >
    {children}
  </div>
);
