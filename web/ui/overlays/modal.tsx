import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  title: string;
  /** Above the title: who is talking. */
  eyebrow?: ReactNode;
  /** Read together with the title when the modal appears. */
  description: ReactNode;
  /** Absent when it cannot be closed. */
  onClose?: () => void;
  /** What has the focus afterwards. */
  focusAfter: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/**
 * The browser's own modal dialog: the rest of the page is inert and the focus stays inside without a
 * library, which matters where every kilobyte is waited for.
 */
export function Modal({ title, eyebrow, description, onClose, focusAfter, children }: ModalProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Not the first button: what is being typed must not press it.
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
        // Some browsers close on the second Escape whatever the page says.
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
