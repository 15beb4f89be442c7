import { Bell as BellIcon } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { useFocusAfterClose } from '../../ui/overlays/return-focus.ts';
import { BellPanel } from './bell-panel.tsx';
import { useUnreadCount } from './queries.ts';

const CAP = 99;

/** Not in a portal: what it opens stays inside the landmark of the header. */
export function Bell() {
  const { data: unread = 0 } = useUnreadCount();
  const [open, setOpen] = useState(false);
  const focus = useFocusAfterClose();
  const change = (next: boolean) => {
    focus.onOpenChange(next);
    setOpen(next);
  };
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <span className="relative">
        <Popover.Trigger asChild>
          <IconButton icon={BellIcon} label={`Notifications, ${unread} unread`} />
        </Popover.Trigger>
        {unread > 0 && (
          <span
            aria-hidden
            className="pointer-events-none absolute -top-1 left-4 min-w-4 rounded-full bg-danger px-1 text-center text-12 font-semibold text-surface tabular-nums"
          >
            {unread > CAP ? `${CAP}+` : unread}
          </span>
        )}
      </span>
      <Popover.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        aria-label="Latest notifications"
        onCloseAutoFocus={focus.onCloseAutoFocus}
        className="z-40 w-90 max-w-[calc(100vw-1rem)] animate-appear rounded-control bg-raised shadow-float outline-none"
      >
        <BellPanel unread={unread} onLeave={() => change(false)} />
      </Popover.Content>
    </Popover.Root>
  );
}
