import { CheckCheck } from 'lucide-react';
import { Button, compactClass } from '../../ui/button.tsx';
import { useMarkAllRead } from './mark-read.ts';
import { useUnreadCount } from './queries.ts';

export function MarkAllButton() {
  const { data: unread = 0 } = useUnreadCount();
  const { mutate, isPending } = useMarkAllRead();
  return (
    <Button
      variant="secondary"
      disabled={unread === 0 && !isPending}
      pending={isPending}
      onClick={() => mutate()}
      className={`${compactClass} tabular-nums`}
    >
      <CheckCheck size={14} aria-hidden />
      Mark all read ({unread.toLocaleString('en')})
    </Button>
  );
}
