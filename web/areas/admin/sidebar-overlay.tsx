import { Menu, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { GuestPanel } from '../../features/guest-activity/guest-panel.tsx';
import { usePortal } from '../../lib/portal.ts';
import { IconButton } from '../../ui/button.tsx';
import { Brand } from '../../ui/front-layout.tsx';
import { useFocusAfterClose } from '../../ui/overlays/return-focus.ts';
import { isToast } from '../../ui/overlays/toast.ts';
import { LocationCredit } from './location-credit.tsx';
import { SidebarNav } from './sidebar-nav.tsx';

/** The sidebar of small screens: over the page, on a dimmed backdrop. */
export function SidebarOverlay() {
  const { organisation } = usePortal();
  const [open, setOpen] = useState(false);
  const focus = useFocusAfterClose();
  const change = (next: boolean) => {
    focus.onOpenChange(next);
    setOpen(next);
  };
  return (
    <Dialog.Root open={open} onOpenChange={change}>
      <Dialog.Trigger asChild>
        <IconButton icon={Menu} label="Open sidebar" className="-ml-2" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-appear bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          onInteractOutside={(event) => {
            if (isToast(event.target)) event.preventDefault();
          }}
          className="fixed inset-y-0 left-0 z-30 flex w-64 animate-slide-in flex-col bg-raised shadow-float"
        >
          <Dialog.Title className="sr-only">Sidebar</Dialog.Title>
          <div className="flex h-16 shrink-0 items-center justify-between pr-3 pl-5">
            <Brand name={organisation} />
            <Dialog.Close asChild>
              <IconButton icon={X} label="Close sidebar" />
            </Dialog.Close>
          </div>
          <SidebarNav onNavigate={() => change(false)} />
          <GuestPanel onNavigate={() => change(false)} />
          <LocationCredit />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
