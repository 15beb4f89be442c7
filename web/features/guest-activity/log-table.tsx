import { useMoreRows, useVirtualRows } from '../../ui/rows/virtual-rows.ts';
import { tableClass } from '../../ui/rows/virtual-table.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { columns, LogColumns } from './log-columns.tsx';
import { LogRow } from './log-row.tsx';
import type { LogRowsProps } from './log-rows-props.ts';

const ROW_REM = 3.5;
/** What ARIA calls a count that nobody knows yet. */
const UNKNOWN = -1;

export function LogTable({ list, logs, selection, isNew }: LogRowsProps) {
  const canHover = useMediaQuery('(hover: hover)');
  const rows = useVirtualRows<HTMLTableSectionElement>({ count: logs.length, heightRem: ROW_REM });
  useMoreRows(list, logs.length, rows.lastInSight);
  return (
    <table aria-label="Guest log" aria-rowcount={list.hasNextPage ? UNKNOWN : logs.length + 1} className={tableClass}>
      <LogColumns />
      <tbody ref={rows.list}>
        {rows.pieces.map((piece) => {
          if ('gap' in piece) {
            return (
              <tr key={piece.key} aria-hidden>
                <td colSpan={columns.length} style={{ height: piece.gap }} />
              </tr>
            );
          }
          const log = logs[piece.index];
          return (
            log && (
              <LogRow
                key={log.id}
                log={log}
                index={piece.index}
                isSelected={selection.has(log.id)}
                isNew={isNew(log.id)}
                canHover={canHover}
                onToggle={selection.toggle}
              />
            )
          );
        })}
      </tbody>
    </table>
  );
}
