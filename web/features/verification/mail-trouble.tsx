import { CircleAlert, MailX } from 'lucide-react';
import type { Messages } from '../../../contract/language/messages.ts';
import {
  MAIL_WITHIN_SECONDS,
  type MailReason,
  type MailStep,
} from '../../../contract/verification/verification.rules.ts';
import { useMessages } from '../../lib/messages.ts';
import { WithSlots } from '../../lib/with-slots.tsx';
import { isLost } from './delivery-words.ts';

interface MailTroubleProps {
  step: MailStep;
  reason: MailReason | null;
  domain: string;
}

function describeSmtpError(words: Messages['guestLater']['undelivered'], { step, reason }: MailTroubleProps): string {
  if (step === 'delayed') return words.delayed;
  if (step === 'expired') return words.expired(MAIL_WITHIN_SECONDS / 60);
  const why = words.reasons[reason ?? 'other'];
  return step === 'bounced' ? words.bounced(why) : why;
}

export function MailTrouble(props: MailTroubleProps) {
  const { guestLater } = useMessages();
  const isGone = isLost(props.step);
  const Icon = isGone ? MailX : CircleAlert;
  const tone = isGone ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning';
  return (
    <p className={`flex animate-appear items-start gap-2.5 rounded-control px-4 py-3 text-14 ${tone}`}>
      <span className="flex h-lh shrink-0 items-center">
        <Icon size={16} aria-hidden />
      </span>
      <span className="min-w-0 wrap-anywhere">
        <WithSlots
          message={describeSmtpError(guestLater.undelivered, props)}
          slots={{ domain: <bdi dir="ltr">{props.domain}</bdi> }}
        />
      </span>
    </p>
  );
}
