import { Clock, MailCheck, MailWarning, MailX } from 'lucide-react';
import type { MailState } from '../../../contract/guest-activity.ts';
import { TimeAgo } from '../../ui/time/time-ago.tsx';

const states = {
  queued: { icon: Clock, text: 'Code mail queued', tone: 'text-muted' },
  sent: { icon: MailCheck, text: 'Code mail sent', tone: 'text-success' },
  failed: { icon: MailX, text: 'Code mail failed', tone: 'text-danger' },
  expired: { icon: MailWarning, text: 'Code mail expired', tone: 'text-warning' },
};

/** Whether the guest can have the code at all: the first thing to know about somebody who is stuck. */
export function MailNote({ mail }: { mail: MailState | null }) {
  if (!mail) return <p className="truncate text-muted">No code mail yet</p>;
  const { icon: Icon, text, tone } = states[mail.state];
  return (
    <div className="flex items-start gap-1.5">
      <Icon size={14} className={`mt-px shrink-0 ${tone}`} aria-hidden />
      <p className="min-w-0">
        {text}
        <span className="text-muted">
          {' · '}
          <TimeAgo at={mail.at} />
        </span>
        {mail.error && (
          <bdi title={mail.error} className="line-clamp-2 wrap-anywhere text-muted">
            {mail.error}
          </bdi>
        )}
      </p>
    </div>
  );
}
