import { usePanelUrl } from '../../lib/use-panel-url.ts';
import { AddUserDialog } from './add-user-dialog.tsx';

/** Links with `?add=1` open the dialog. */
export function AddUserByAddress() {
  const { id, close } = usePanelUrl('add');
  return id && <AddUserDialog onClose={close} />;
}
