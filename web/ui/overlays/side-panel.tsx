import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Fragment, type ReactNode, useId } from 'react';
import { Breakable } from '../breakable.tsx';
import { IconButton } from '../button.tsx';
import { useReturnFocus } from './return-focus.ts';
import { ignoreToastClick } from './toast.ts';

interface SidePanelProps {
  title: string;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
}

export function SidePanel({ title, onClose, footer, children }: SidePanelProps) {
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-appear bg-black/40" />
        <Dialog.Content
          data-panel
          aria-describedby={undefined}
          {...returnFocus}
          onInteractOutside={ignoreToastClick}
          className="fixed inset-y-0 end-0 z-30 flex w-full flex-col bg-surface shadow-float outline-none transition-[translate] duration-200 sm:w-130 starting:translate-x-full"
        >
          <header className="flex h-14 shrink-0 items-center justify-between gap-4 border-line border-b pe-3 ps-5">
            <Dialog.Title className="font-semibold">{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton icon={X} label="Close" />
            </Dialog.Close>
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it keyboards could not scroll */}
          <div tabIndex={0} className="flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2">
            {children}
          </div>
          {footer && (
            <footer data-bottom-bar className="flex flex-wrap gap-2 border-line border-t px-5 py-3">
              {footer}
            </footer>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function PanelSection(props: { title: string; action?: ReactNode; children: ReactNode }) {
  const { title, action, children } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line border-t px-5 py-4">
      <div className="mb-2 flex h-8 items-center justify-between gap-4">
        <h3 id={id} className="text-13 font-semibold">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}

export const Facts = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-13">
    {Object.entries(facts).map(([name, fact]) => (
      <Fragment key={name}>
        <dt className="text-muted">{name}</dt>
        <dd className="min-w-0 wrap-anywhere">{typeof fact === 'string' ? <Breakable text={fact} /> : fact}</dd>
      </Fragment>
    ))}
  </dl>
);
