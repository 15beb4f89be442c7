import { CheckCheck, CircleSlash, Hourglass, type LucideIcon, Send } from 'lucide-react';
import type { Guest } from '../../../../contract/guests/guests.ts';
import type { MessageState } from '../../../../contract/guests/messages.rules.ts';
import { useSecond } from '../../../ui/time/time-ago.tsx';
import { describeMessage, describeWaiting } from './message-words.ts';

const icons: Record<MessageState, { icon: LucideIcon; tone: string }> = {
  sent: { icon: Hourglass, tone: 'text-muted' },
  delivered: { icon: Send, tone: 'text-accent-ink' },
  seen: { icon: CheckCheck, tone: 'text-success' },
  declined: { icon: CircleSlash, tone: 'text-muted' },
  withdrawn: { icon: CircleSlash, tone: 'text-warning' },
};

/** Older messages are shown only in the guest's panel. */
const SHOWN_MS = 5 * 60_000;

interface MessageNoteProps extends Pick<Guest, 'message' | 'waiting'> {
  /** Shows the message however old it is. */
  lasting?: boolean;
  clipped?: boolean;
}

export function MessageNote({ message, waiting, lasting = false, clipped = false }: MessageNoteProps) {
  const now = useSecond();
  const isRecent = message && (lasting || message.state === 'sent' || now - Date.parse(message.stateAt) < SHOWN_MS);
  const text = isRecent ? describeMessage(message) : describeWaiting(waiting);
  if (!text) return null;
  const { icon: Icon, tone } = icons[isRecent ? message.state : 'sent'];
  return (
    <p className="flex animate-appear items-start gap-1.5">
      <Icon size={14} className={`h-lh shrink-0 ${tone}`} aria-hidden />
      <span
        title={clipped ? (isRecent ? `${text} · ${message.by}` : text) : undefined}
        className={`min-w-0 ${clipped ? 'truncate' : ''}`}
      >
        {text}
        {isRecent && (
          <span className="text-muted">
            {' · '}
            <bdi>{message.by}</bdi>
          </span>
        )}
      </span>
    </p>
  );
}
