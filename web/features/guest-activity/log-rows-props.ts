import type { GuestLog } from '../../../contract/guest-activity.ts';
import type { GuestLogList } from './log-query.ts';
import type { LogSelection } from './log-selection.ts';

/** What the table and the cards are made of. */
export interface LogRowsProps {
  list: GuestLogList;
  /** Those of the list that are shown. */
  logs: readonly GuestLog[];
  selection: LogSelection;
  isNew: (id: string) => boolean;
}
