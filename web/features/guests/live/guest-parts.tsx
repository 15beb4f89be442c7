import { type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react';
import { isThere } from '../../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { HELP_WORDS } from '../../../../contract/guests/help.rules.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Clipped } from '../../../ui/clipped.tsx';
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

export function Presence({ guest, clipped = false }: { guest: Guest; clipped?: boolean }) {
  const now = useSecond();
  const text = describePresence(guest, now);
  return (
    // In a narrow card the page's name is cut, never “Here”.
    <span className={`flex items-start gap-1.5 ${guest.presence === 'here' ? 'shrink-0' : 'min-w-0'}`}>
      <span className="flex h-lh items-center">
        <PresenceDot presence={guest.presence} />
      </span>
      <span title={clipped ? text : undefined} className={`min-w-0 tabular-nums ${clipped ? 'truncate' : ''}`}>
        {text}
      </span>
    </span>
  );
}

const TagChip = ({ tag }: Pick<Guest, 'tag'>) => (
  <span className="shrink-0 rounded-small border border-line px-1.5 font-mono text-12 font-medium text-muted">
    {tag}
  </span>
);

/** What tells a guest apart from others of the same IP address. */
export const GuestId = ({ guest }: { guest: Pick<Guest, 'tag' | 'email'> }) => (
  <>
    <TagChip tag={guest.tag} />{' '}
    {guest.email === null ? (
      <Clipped text="No email address yet" className="font-normal text-muted" />
    ) : (
      <Clipped text={guest.email} className="font-mono" />
    )}
  </>
);

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

/** For a link or button next to the IP address. Screen readers read the whole name. */
export const GuestIdLabel = ({ guest, before = '' }: { guest: Guest; before?: string }) => (
  <>
    <span className="sr-only">{before}Guest </span>
    <GuestId guest={guest} /> <span className="sr-only">({guest.ipAddress})</span>
  </>
);

/** The state of the email and of its code. */
export function MailLines({ guest }: { guest: Guest }) {
  const now = useSecond();
  const { mail } = guest;
  const { icon: Icon, text, tone } = describeMail(guest, now);
  if (!mail) return <span className="truncate text-muted">{text}</span>;
  const code = describeCode(guest, now);
  const saysCode = code !== null && (mail.state === 'sent' || guest.code?.state === 'waiting');
  return (
    <>
      <span className="flex shrink-0 items-center gap-1.5">
        <Icon size={14} className={`shrink-0 ${textTones[tone]}`} aria-hidden />
        {text}
      </span>
      <span title={mail.error ?? undefined} className="min-w-0 truncate text-muted">
        {saysCode ? (
          <>
            <span className={`tabular-nums ${textTones[code.tone]}`}>{code.text}</span>
            {mail.error && ` · ${mail.error}`}
          </>
        ) : (
          (mail.error ?? <TimeAgo at={mail.at} />)
        )}
      </span>
    </>
  );
}

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

const CHOICE = `“${HELP_WORDS.told_to_come}”`;
const UNREACHABLE = "You can't send them anything until they choose to go on.";

/** A fraudster may be talking to this guest right now. */
export const HaltedNote = () => (
  <p className="flex items-start gap-2 rounded-control bg-danger-soft px-3 py-2 text-13 text-danger">
    <OctagonAlert size={16} className="h-lh shrink-0" aria-hidden />
    <span className="min-w-0">
      <strong className="font-semibold">This guest chose {CHOICE}.</strong> {UNREACHABLE}
    </span>
  </p>
);

interface ReasonLineProps {
  icon: LucideIcon;
  tone: string;
  text: string;
  title?: string;
}

const ReasonLine = ({ icon: Icon, tone, text, title = text }: ReasonLineProps) => (
  <p title={title} className={`flex min-w-0 items-start gap-1.5 font-medium ${tone}`}>
    <Icon size={14} className="h-lh shrink-0" aria-hidden />
    <span className="line-clamp-1 xl:line-clamp-2">{text}</span>
  </p>
);

/** Why this guest needs attention, for a row. */
export function Reason({ guest }: { guest: Guest }) {
  const why = describeStuck(guest);
  if (guest.halted)
    return (
      <ReasonLine
        icon={OctagonAlert}
        tone="text-danger"
        text={`Chose ${CHOICE}`}
        title={`This guest chose ${CHOICE}. ${UNREACHABLE}`}
      />
    );
  return why ? (
    <ReasonLine icon={TriangleAlert} tone="text-warning" text={why} />
  ) : (
    <OutcomeBadge outcome={guest.outcome} />
  );
}

/** How long the guest has been stuck, or else on this page. */
export function Since({ guest }: { guest: Guest }) {
  const now = useSecond();
  if (!guest.stuck)
    return (
      <span title="On this page">
        <span className="sr-only">On this page for </span>
        <TimeOnPage guest={guest} />
      </span>
    );
  return (
    <span title="Stuck" className="text-warning tabular-nums">
      <span className="sr-only">Stuck for </span>
      {elapsed(now - Date.parse(guest.stuck.since))}
    </span>
  );
}
