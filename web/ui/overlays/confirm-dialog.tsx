import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../button.tsx';
import { boxClass, overlayClass } from './dialog.tsx';
import { useReturnFocus } from './return-focus.ts';

interface ConfirmDialogProps {
  title: ReactNode;
  description: ReactNode;
  confirm: string;
  destroys?: boolean;
  pending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirm, destroys = false, pending = false, onConfirm, onCancel, children } = props;
  const { shared } = useMessages();
  const returnFocus = useReturnFocus();
  const close = () => {
    if (!pending) onCancel();
  };
  return (
    <AlertDialog.Root open onOpenChange={close}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass}>
          <AlertDialog.Content {...returnFocus} className={`${boxClass} max-w-100`}>
            <AlertDialog.Title className="line-clamp-3 text-16 font-semibold wrap-anywhere">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-muted">{description}</AlertDialog.Description>
            {children && <div className="mt-4">{children}</div>}
            <div className="mt-6 flex flex-wrap justify-end gap-2">
              <AlertDialog.Cancel asChild>
                <Button variant="secondary" disabled={pending}>
                  {shared.cancel}
                </Button>
              </AlertDialog.Cancel>
              <Button variant={destroys ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
                {confirm}
              </Button>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
