import type { User } from '../../../../contract/users.ts';
import type { UserChange } from '../api.ts';

/** What a row or a card of the list is given. Its functions never change, so that a row is drawn once. */
export interface RowProps {
  user: User;
  index: number;
  isSelf: boolean;
  isSelected: boolean;
  onToggle: (id: string, selected: boolean, extend: boolean) => void;
  onOpen: (user: User) => void;
  onChange: (change: UserChange) => void;
}
