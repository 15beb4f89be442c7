import type { UserListState } from '../api.ts';
import type { RowProps } from './row-props.ts';
import type { Selection } from './selection.ts';

/** What the table and the cards are made of. */
export interface RowsProps extends Pick<RowProps, 'onOpen' | 'onChange'> {
  list: UserListState;
  selection: Selection;
  selfId: string | undefined;
}
