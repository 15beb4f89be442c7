import { usePanelAddress } from '../../lib/use-panel-address.ts';
import { AddUserDialog } from './add-user-dialog.tsx';

/** The dialog for those who were led to it: `?add=1`. */
export function AddUserByAddress() {
  const { id, close } = usePanelAddress('add');
  return id && <AddUserDialog onClose={close} />;
}
