import { useMoreRows } from '../../ui/rows/use-more-rows.ts';
import { useVirtualRows } from '../../ui/rows/use-virtual-rows.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { ActivityColumns, columns, tableClass } from './activity-columns.tsx';
import { ActivityRow, type EntryRowProps } from './activity-row.tsx';
import type { ActivityListState } from './api.ts';

const ROW_REM = 3.5;
/** What ARIA calls a count that nobody knows yet. */
const UNKNOWN = -1;

/** What the table and the cards are made of. */
export interface EntriesProps extends Pick<EntryRowProps, 'onOpen'> {
  list: ActivityListState;
}

export function ActivityTable({ list, onOpen }: EntriesProps) {
  const { entries, hasNextPage } = list;
  const roomy = useMediaQuery('(min-width: 1280px)');
  const rows = useVirtualRows<HTMLTableSectionElement>({ count: entries.length, heightRem: ROW_REM });
  useMoreRows(list, entries.length, rows.lastInSight);
  return (
    <table aria-label="Activity" aria-rowcount={hasNextPage ? UNKNOWN : entries.length + 1} className={tableClass}>
      <ActivityColumns roomy={roomy} />
      <tbody ref={rows.list}>
        {rows.pieces.map((piece) => {
          if ('gap' in piece) {
            return (
              <tr key={piece.key} aria-hidden>
                <td colSpan={columns(roomy).length} style={{ height: piece.gap }} />
              </tr>
            );
          }
          const entry = entries[piece.index];
          return (
            entry && <ActivityRow key={entry.id} entry={entry} index={piece.index} roomy={roomy} onOpen={onOpen} />
          );
        })}
      </tbody>
    </table>
  );
}
