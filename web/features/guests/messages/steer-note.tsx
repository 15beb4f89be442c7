import { CheckCheck, CircleSlash, Hourglass, type LucideIcon, Send } from 'lucide-react';
import type { Guest } from '../../../../contract/guests/guests.ts';
import type { SteerState } from '../../../../contract/guests/messages.rules.ts';
import { useSecond } from '../../../ui/time/time-ago.tsx';
import { describeSteer, describeWaiting } from './steer-words.ts';

const steerIcons: Record<SteerState, { icon: LucideIcon; tone: string }> = {
  sent: { icon: Hourglass, tone: 'text-muted' },
  delivered: { icon: Send, tone: 'text-accent-ink' },
  seen: { icon: CheckCheck, tone: 'text-success' },
  declined: { icon: CircleSlash, tone: 'text-muted' },
  withdrawn: { icon: CircleSlash, tone: 'text-warning' },
};

/** What has got as far as it can is old news after a while; the guest's panel keeps it. */
const SHOWN_MS = 5 * 60_000;

interface SteerNoteProps extends Pick<Guest, 'steer' | 'waiting'> {
  /** Stays, however old it is. */
  lasting?: boolean;
}

/** How far the last thing has come that the support team sent. */
export function SteerNote({ steer, waiting, lasting = false }: SteerNoteProps) {
  const now = useSecond();
  const isRecent = steer && (lasting || steer.state === 'sent' || now - Date.parse(steer.stateAt) < SHOWN_MS);
  const text = isRecent ? describeSteer(steer) : describeWaiting(waiting);
  if (!text) return null;
  const { icon: Icon, tone } = steerIcons[isRecent ? steer.state : 'sent'];
  return (
    <p className="flex animate-appear items-start gap-1.5">
      <Icon size={14} className={`h-lh shrink-0 ${tone}`} aria-hidden />
      <span className="min-w-0">
        {text}
        {isRecent && (
          <span className="text-muted">
            {' · '}
            <bdi>{steer.by}</bdi>
          </span>
        )}
      </span>
    </p>
  );
}
