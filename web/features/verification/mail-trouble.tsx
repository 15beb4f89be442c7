import { CircleAlert, MailX } from 'lucide-react';
import {
  MAIL_WITHIN_SECONDS,
  type MailReason,
  type MailStep,
} from '../../../contract/verification/verification.rules.ts';
import { isLost } from './delivery-words.ts';

export const lostWords: Record<MailReason, (domain: string) => string> = {
  no_mailbox: (domain) => `${domain} has no mailbox with this name. Please check the address for a typing error.`,
  mailbox_full: () =>
    'This mailbox is full. Make some room in it and have the code sent again, or use another address.',
  no_domain: (domain) => `There is no mail at ${domain}. Please check what stands after the @.`,
  no_smtputf8: (domain) =>
    `The mail to ${domain} cannot be sent to a name with letters like these. Please use another address.`,
  blocked: (domain) => `The mail server of ${domain} does not take mail from us. Please use another address.`,
  other: (domain) => `The mail server of ${domain} did not take it. Please check the address, or use another one.`,
};

const delayedWords = (domain: string) =>
  `The mail to ${domain} is delayed: it cannot be taken right now. We keep trying, and this page tells you.`;

const LATE = `We could not send the mail within ${MAIL_WITHIN_SECONDS / 60} minutes. Please have a new code sent, or use another address.`;

interface MailTroubleProps {
  step: MailStep;
  reason: MailReason | null;
  domain: string;
}

function describeSmtpError({ step, reason, domain }: MailTroubleProps) {
  if (step === 'delayed') return delayedWords(domain);
  if (step === 'expired') return LATE;
  return `${step === 'bounced' ? 'Our mail came back. ' : ''}${lostWords[reason ?? 'other'](domain)}`;
}

export function MailTrouble(props: MailTroubleProps) {
  const isGone = isLost(props.step);
  const Icon = isGone ? MailX : CircleAlert;
  const tone = isGone ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning';
  return (
    <p className={`flex animate-appear items-start gap-2.5 rounded-control px-4 py-3 text-14 ${tone}`}>
      <span className="flex h-lh shrink-0 items-center">
        <Icon size={16} aria-hidden />
      </span>
      <span className="min-w-0 wrap-anywhere">{describeSmtpError(props)}</span>
    </p>
  );
}
