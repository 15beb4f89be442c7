import type { ChangeEvent } from 'react';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { displayName } from '../names.ts';
import type { RowProps } from './row-props.ts';
import { isSelectable } from './selection.ts';

const hasShift = ({ nativeEvent }: ChangeEvent) => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;

/** The checkbox of a row; admins leave its place empty. */
export function SelectUser({ user, isSelected, onToggle }: Pick<RowProps, 'user' | 'isSelected' | 'onToggle'>) {
  if (!isSelectable(user)) return <span className="w-4 shrink-0" />;
  return (
    <Checkbox
      aria-label={`Select ${displayName(user)}`}
      checked={isSelected}
      onChange={(event) => onToggle(user.id, event.target.checked, hasShift(event))}
    />
  );
}
