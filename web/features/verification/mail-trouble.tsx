import { CircleAlert, MailX } from 'lucide-react';
import {
  MAIL_WITHIN_SECONDS,
  type MailReason,
  type MailStep,
} from '../../../contract/verification/verification.rules.ts';
import { isLost } from './delivery-words.ts';

export const lostWords: Record<MailReason, (domain: string) => string> = {
  no_mailbox: (domain) => `${domain} has no mailbox with this name. Check the address for typos.`,
  mailbox_full: () => 'This mailbox is full. Make some room and ask for a new code, or use another address.',
  no_domain: (domain) => `${domain} can't receive email. Check the part after the @.`,
  no_smtputf8: (domain) => `We can't email names with these letters at ${domain}. Use another address.`,
  blocked: (domain) => `${domain} doesn't accept email from us. Use another address.`,
  other: (domain) => `${domain} rejected our email. Check the address, or use another one.`,
};

const delayedWords = (domain: string) =>
  `Email to ${domain} is delayed. We'll keep trying, and this page will tell you.`;

const LATE = `We couldn't send the email within ${MAIL_WITHIN_SECONDS / 60} minutes. Ask for a new code, or use another address.`;

interface MailTroubleProps {
  step: MailStep;
  reason: MailReason | null;
  domain: string;
}

function describeSmtpError({ step, reason, domain }: MailTroubleProps) {
  if (step === 'delayed') return delayedWords(domain);
  if (step === 'expired') return LATE;
  return `${step === 'bounced' ? 'Our email bounced. ' : ''}${lostWords[reason ?? 'other'](domain)}`;
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
