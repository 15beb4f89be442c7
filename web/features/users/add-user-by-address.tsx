import { usePanelUrl } from '../../lib/use-panel-url.ts';
import { AddUserDialog } from './add-user-dialog.tsx';

/** The dialog for those who were led to it: `?add=1`. */
export function AddUserByAddress() {
  const { id, close } = usePanelUrl('add');
  return id && <AddUserDialog onClose={close} />;
}
