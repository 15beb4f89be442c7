import { OctagonAlert, TriangleAlert } from 'lucide-react';
import { isThere } from '../../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { Badge } from '../../../ui/badge.tsx';
import { elapsed } from '../../../ui/time/format.ts';
import { TimeAgo, useSecond } from '../../../ui/time/time-ago.tsx';
import { describeSeconds } from '../../verification/delivery-times/seconds.ts';
import {
  describeCode,
  describeMail,
  describePresence,
  describeStuck,
  outcomeWords,
  type Tone,
} from '../guest-facts.ts';

const dots: Record<Guest['presence'], string> = {
  here: 'bg-success',
  away: 'border border-success',
  left: 'border border-control',
  gone: 'border border-control',
};

export const PresenceDot = ({ presence }: Pick<Guest, 'presence'>) => (
  <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[presence]}`} />
);

export function Presence({ guest }: { guest: Guest }) {
  const now = useSecond();
  return (
    <span className="flex min-w-0 items-start gap-1.5">
      <span className="flex h-lh items-center">
        <PresenceDot presence={guest.presence} />
      </span>
      <span className="min-w-0 tabular-nums">{describePresence(guest, now)}</span>
    </span>
  );
}

function TimeOnPage({ guest }: { guest: Guest }) {
  const now = useSecond();
  const until = isThere(guest) ? now : Date.parse(guest.lastSeenAt);
  return <span className="tabular-nums">{elapsed(until - Date.parse(guest.pageSince))}</span>;
}

export const PageBadge = ({ guest }: { guest: Guest }) => (
  <span
    title={guest.page}
    className="inline-flex h-6 max-w-full min-w-0 items-center gap-1.5 rounded-small bg-hover px-2 text-12 whitespace-nowrap"
  >
    <bdi className="truncate font-medium">{guest.page}</bdi>
    <span className="text-muted">
      <span className="sr-only">for </span>
      <TimeOnPage guest={guest} />
    </span>
  </span>
);

export function OutcomeBadge({ outcome }: Pick<Guest, 'outcome'>) {
  if (outcome === 'none') return null;
  const { text, tone } = outcomeWords[outcome];
  return <Badge tone={tone}>{text}</Badge>;
}

export const textTones: Record<Tone, string> = {
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  info: 'text-accent-ink',
  neutral: 'text-muted',
};

export function MailNote({ guest }: { guest: Guest }) {
  const now = useSecond();
  const { mail } = guest;
  const { icon: Icon, text, tone } = describeMail(guest, now);
  const code = describeCode(guest, now);
  if (!mail) return <p className="truncate text-muted">{text}</p>;
  return (
    <div className="flex items-start gap-1.5">
      <Icon size={14} className={`h-lh shrink-0 ${textTones[tone]}`} aria-hidden />
      <p className="min-w-0">
        {text}
        {mail.state === 'sent' && code ? (
          <>
            {' · '}
            <span className={`font-medium tabular-nums ${textTones[code.tone]}`}>{code.text}</span>
            {guest.outcome !== 'verified' && mail.usualSeconds !== null && (
              <span className="text-muted tabular-nums"> · usually within {describeSeconds(mail.usualSeconds)}</span>
            )}
          </>
        ) : (
          <span className="text-muted">
            {' · '}
            <TimeAgo at={mail.at} />
            {guest.code?.state === 'waiting' && code && ` · ${code.text}`}
          </span>
        )}
        {mail.error && (
          <bdi title={mail.error} className="line-clamp-2 wrap-anywhere text-muted">
            {mail.error}
          </bdi>
        )}
      </p>
    </div>
  );
}

export function StuckNote({ guest }: { guest: Guest }) {
  const now = useSecond();
  const why = describeStuck(guest);
  if (!why || !guest.stuck) return null;
  return (
    <span className="flex min-w-0 items-start gap-1.5 text-13 font-medium text-warning">
      <TriangleAlert size={14} className="h-lh shrink-0" aria-hidden />
      <span className="min-w-0">
        {why}
        <span className="font-normal tabular-nums"> · for {elapsed(now - Date.parse(guest.stuck.since))}</span>
      </span>
    </span>
  );
}

/** A fraudster may be talking to this guest right now. */
export const HaltedNote = () => (
  <p className="flex items-start gap-2 rounded-control bg-danger-soft px-3 py-2 text-13 text-danger">
    <OctagonAlert size={16} className="h-lh shrink-0" aria-hidden />
    <span className="min-w-0">
      <strong className="font-semibold">Somebody told this guest to come here.</strong> Nobody can prompt or move them
      until they choose to go on.
    </span>
  </p>
);
