import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  title: string;
  eyebrow?: ReactNode;
  description: ReactNode;
  onClose?: () => void;
  focusAfter: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A native dialog, because guest pages must stay small. */
export function Modal({ title, eyebrow, description, onClose, focusAfter, children }: ModalProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Not the first button: a guest who is still typing must not press it.
    element?.focus();
    return () => {
      element?.close();
      focusAfter.current?.focus();
    };
  }, [focusAfter]);

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      closedby={onClose ? 'closerequest' : 'none'}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !onClose) event.preventDefault();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={({ currentTarget }) => {
        // Some browsers close on a second Escape whatever the page does.
        if (currentTarget.open || !currentTarget.isConnected) return;
        if (onClose) onClose();
        else currentTarget.showModal();
      }}
      className="m-auto w-[calc(100%-2rem)] max-w-90 animate-appear rounded-card bg-raised p-6 text-ink shadow-float outline-none backdrop:bg-black/50 motion-safe:backdrop:animate-appear"
    >
      {eyebrow}
      <h2 id={`${id}-title`} className="text-20 font-semibold tracking-tight">
        {title}
      </h2>
      <div id={`${id}-description`} className="mt-2 text-16 text-muted">
        {description}
      </div>
      {children}
    </dialog>
  );
}
