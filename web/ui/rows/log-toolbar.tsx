import type { ReactNode } from 'react';
import type { Days } from '../../lib/days.ts';
import { Button } from '../button.tsx';
import { DayRange } from '../fields/day-field.tsx';
import { ExportButtons, type ExportButtonsProps } from './export-buttons.tsx';
import { ListToolbar, type ListToolbarProps, RefreshButton } from './list-toolbar.tsx';

export const ListActions = <Row extends { id: string }>(props: ExportButtonsProps<Row>) => (
  <div className="-me-3 ms-auto flex items-center">
    <RefreshButton list={props.list} onClick={() => scrollTo(0, 0)} />
    <ExportButtons {...props} />
  </div>
);

export const ResetButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="ghost" onClick={onClick} className="px-3!">
    Reset
  </Button>
);

interface LogToolbarProps<Row extends { id: string }>
  extends ExportButtonsProps<Row>,
    Pick<ListToolbarProps, 'label' | 'placeholder' | 'total'> {
  filters: Days & { q: string };
  isFiltered: boolean;
  onChange: (changes: Partial<Days & { q: string }>) => void;
  onClear: () => void;
  children?: ReactNode;
}

export function LogToolbar<Row extends { id: string }>(props: LogToolbarProps<Row>) {
  const { file, filters, isFiltered, onChange, onClear, children, ...search } = props;
  const { list, thing, things } = search;
  return (
    <ListToolbar {...search} q={filters.q} onSearch={(q) => onChange({ q })}>
      <ListActions list={list} file={file} thing={thing} things={things} />
      <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2">
        {children}
        <DayRange from={filters.from} to={filters.to} onChange={onChange} />
        {isFiltered && <ResetButton onClick={onClear} />}
      </div>
    </ListToolbar>
  );
}
