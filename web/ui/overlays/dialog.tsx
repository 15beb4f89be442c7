import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { IconButton } from '../button.tsx';
import { useReturnFocus } from './return-focus.ts';
import { ignoreToastClick } from './toast.ts';

const sizes = { small: 'max-w-100', medium: 'max-w-130' };

interface DialogProps {
  title: ReactNode;
  description: ReactNode;
  trigger?: ReactNode;
  size?: keyof typeof sizes;
  /** The dialog holds input, so a click outside must not close it. */
  holds?: boolean;
  busy?: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

const stay = (event: Event) => event.preventDefault();

export const overlayClass = 'fixed inset-0 z-40 grid animate-appear place-items-center overflow-y-auto bg-black/50 p-4';
export const boxClass = 'relative w-full min-w-0 rounded-card bg-raised p-6 shadow-float';

export function Dialog({ title, description, trigger, size = 'small', holds, busy, children, ...root }: DialogProps) {
  const { shared } = useMessages();
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root {...root}>
      {trigger && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClass}>
          <Primitive.Content
            {...(trigger ? {} : returnFocus)}
            onInteractOutside={holds || busy ? stay : ignoreToastClick}
            onEscapeKeyDown={busy ? stay : undefined}
            className={`${boxClass} ${sizes[size]}`}
          >
            <Primitive.Title className="pe-8 text-16 font-semibold wrap-anywhere">{title}</Primitive.Title>
            <Primitive.Description className="mt-0.5 mb-5 pe-8 text-13 text-muted">{description}</Primitive.Description>
            {children}
            {/* Last in the DOM, so that a control of the dialog gets the focus first. */}
            {!busy && (
              <Primitive.Close asChild>
                <IconButton icon={X} label={shared.close} className="absolute top-5 end-4" />
              </Primitive.Close>
            )}
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
