import { Dialog } from 'radix-ui';
import { useStayOnPage } from '../feedback/use-stay-on-page.ts';
import { boxClass, overlayClass } from './dialog.tsx';
import { useReturnFocus } from './use-return-focus.ts';

interface ProgressDialogProps {
  title: string;
  description: string;
  /** How far it is; null when there is no telling. */
  progress: { done: number; total: number } | null;
}

const stay = (event: Event) => event.preventDefault();

/** Something is under way that nobody should leave by accident. It is there as long as it is rendered. */
export function ProgressDialog({ title, description, progress }: ProgressDialogProps) {
  const returnFocus = useReturnFocus();
  useStayOnPage(true);
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass}>
          <Dialog.Content
            {...returnFocus}
            onInteractOutside={stay}
            onEscapeKeyDown={stay}
            className={`${boxClass} max-w-100 outline-none`}
          >
            <Dialog.Title className="text-16 font-semibold tabular-nums">{title}</Dialog.Title>
            <Dialog.Description className="mt-1 mb-5 text-13 text-muted">{description}</Dialog.Description>
            <progress
              aria-label={title}
              {...(progress && { value: progress.done, max: progress.total })}
              className={`progress-bar block h-1 w-full ${progress ? 'text-accent' : 'animate-breathe bg-accent!'}`}
            />
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
