import { CheckCheck, Clock, Hourglass, MailCheck, MailWarning, MailX } from 'lucide-react';
import { memo } from 'react';
import { guestLabel } from '../../../../contract/activity.rules.ts';
import type { Guest, MailState } from '../../../../contract/guest-activity.ts';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../../contract/verification.rules.ts';
import { Clipped } from '../../../ui/clipped.tsx';
import { counted } from '../../../ui/count.ts';
import { newRowClass } from '../../../ui/rows/live-rows.tsx';
import { TimeAgo, useSecond } from '../../../ui/time/time-ago.tsx';
import { GuestActionButtons } from '../guest-action-buttons.tsx';
import { guestActions } from '../guest-actions.ts';
import type { Delivery } from './deliveries.ts';
import { PresenceBadge, TimeOnPage } from './presence.tsx';

interface LiveGuestProps {
  guest: Guest;
  delivery: Delivery | undefined;
  isNew: boolean;
}

export const LiveGuest = memo(function LiveGuest({ guest, delivery, isNew }: LiveGuestProps) {
  const label = guestLabel(guest.ipAddress);
  return (
    <li
      className={`grid gap-x-4 gap-y-2 border-line border-b px-4 py-3 text-13 last:border-0 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_11rem_13rem_14rem] xl:items-center ${isNew ? newRowClass : ''}`}
    >
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <span className="shrink-0 whitespace-nowrap">
            <PresenceBadge guest={guest} />
          </span>
          <Clipped text={label} className="font-medium" />
        </p>
        <p className="mt-1 truncate text-12 text-muted" title={`${guest.location}, ${guest.device}`}>
          <bdi>{guest.location}</bdi> · {guest.device}
        </p>
      </div>
      <div className="min-w-0">
        <p title={guest.lastPage} className="truncate">
          <bdi>{guest.lastPage}</bdi>
        </p>
        <p className="mt-1 truncate text-12 text-muted tabular-nums">
          for <TimeOnPage guest={guest} /> · {counted(guest.pageViews, 'page view')}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-1 text-12">
        <MailNote mail={guest.mail} />
        <div role="status">
          <DeliveryNote waiting={guest.waiting} delivery={delivery} />
        </div>
      </div>
      <div className="-mx-2 flex flex-wrap xl:justify-end">
        <GuestActionButtons ip={guest.ipAddress} page={guest.lastPage} guest={label} />
      </div>
    </li>
  );
});

const mailStates = {
  queued: { icon: Clock, text: 'Code mail queued', tone: 'text-muted' },
  sent: { icon: MailCheck, text: 'Code mail sent', tone: 'text-success' },
  failed: { icon: MailX, text: 'Code mail failed', tone: 'text-danger' },
  expired: { icon: MailWarning, text: 'Code mail expired', tone: 'text-warning' },
};

/** Whether the guest can have the code at all: the first thing to know about somebody who is stuck. */
function MailNote({ mail }: { mail: MailState | null }) {
  if (!mail) return <p className="truncate text-muted">No code mail yet</p>;
  const { icon: Icon, text, tone } = mailStates[mail.state];
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

const DELIVERED_SHOWN_MS = 30_000;

const prompts = { email: 'Email prompt', code: 'Code prompt' };
const redirects: Record<string, string> = {
  [VERIFY_CODE_PATH]: guestActions['verify-redirect'].hint,
  [EMAIL_ENTRY_PATH]: guestActions['entry-redirect'].hint,
};
const delivered = { prompt: 'Prompt delivered', redirect: 'Move delivered' };

const describeSent = ({ redirect, prompt }: Guest['waiting']) => {
  if (redirect) return `${redirects[redirect] ?? 'Exit'} sent, waiting`;
  return prompt && `${prompts[prompt]} sent, waiting`;
};

/** How far the last prompt or redirect has come that the support team sent. */
function DeliveryNote({ waiting, delivery }: Pick<Guest, 'waiting'> & Pick<LiveGuestProps, 'delivery'>) {
  const now = useSecond();
  const sent = describeSent(waiting);
  const isRecent = delivery && now - delivery.at < DELIVERED_SHOWN_MS;
  if (!sent && !isRecent) return null;
  const Icon = sent ? Hourglass : CheckCheck;
  return (
    <p className="flex animate-appear items-start gap-1.5">
      <Icon size={14} className={`mt-px shrink-0 ${sent ? 'text-muted' : 'text-success'}`} aria-hidden />
      <span>{sent ?? (delivery && delivered[delivery.what])}</span>
    </p>
  );
}
