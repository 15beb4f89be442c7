import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

interface DialogProps {
  title: string;
  description: string;
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** A toast lies over the dialog: closing it must not close the dialog and lose what was typed. */
const keepOpenForToasts = (event: Event) => {
  if (event.target instanceof Element && event.target.closest('[data-toaster]')) event.preventDefault();
};

export const Dialog = ({ title, description, trigger, open, onOpenChange, children }: DialogProps) => (
  <Primitive.Root open={open} onOpenChange={onOpenChange}>
    <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-40 grid animate-appear place-items-center overflow-y-auto bg-black/50 p-4">
        <Primitive.Content
          onInteractOutside={keepOpenForToasts}
          className="w-full max-w-100 rounded-card bg-raised p-6 shadow-float"
        >
          <div className="mb-5 flex items-start justify-between gap-4">
            <div>
              <Primitive.Title className="text-16 font-semibold">{title}</Primitive.Title>
              <Primitive.Description className="mt-0.5 text-13 text-muted">{description}</Primitive.Description>
            </div>
            <Primitive.Close asChild>
              <IconButton icon={X} label="Close" className="-mt-1 -mr-2" />
            </Primitive.Close>
          </div>
          {children}
        </Primitive.Content>
      </Primitive.Overlay>
    </Primitive.Portal>
  </Primitive.Root>
);
