import { usePanelUrl } from '../../lib/use-panel-url.ts';
import { AddUserDialog } from './add-user-dialog.tsx';

/** Open while the URL has `?add=1`. */
export function AddUserByUrl() {
  const { id, close } = usePanelUrl('add');
  return id && <AddUserDialog onClose={close} />;
}
