/** What a guest is told of the mail with the code, in words: what happened, and what they can do. */
import { MAIL_WITHIN_SECONDS, type MailReason, type MailStep } from '../../../contract/verification.rules.ts';

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

/** The mail is not on its way any more: the code in it never gets there. */
export const isLost = (step: MailStep | undefined) => step === 'refused' || step === 'bounced';

/** Nothing more is heard of it, unless it comes back. */
export const isSettled = (step: MailStep | undefined) => step !== undefined && step !== 'sending' && step !== 'delayed';

/** Above the address. */
export const addressWords: Record<MailStep, string> = {
  sending: 'We are sending a code to',
  delayed: 'We are sending a code to',
  sent: "We've sent a code to",
  refused: 'We could not send the code to',
  bounced: 'We could not deliver the code to',
  expired: 'We could not send the code to',
};

export const lostWords: Record<MailReason, (domain: string) => string> = {
  no_mailbox: (domain) => `${domain} has no mailbox with this name. Please check the address for a typing error.`,
  mailbox_full: () =>
    'This mailbox is full. Make some room in it and have the code sent again, or use another address.',
  no_domain: (domain) => `There is no mail at ${domain}. Please check what stands after the @.`,
  blocked: (domain) => `The mail server of ${domain} does not take mail from us. Please use another address.`,
  other: (domain) => `The mail server of ${domain} did not take it. Please check the address, or use another one.`,
};

export const delayedWords = (domain: string) =>
  `The mail server of ${domain} asked us to try again later. We keep trying: this page tells you.`;

export const LATE = `We could not send the mail within ${MAIL_WITHIN_SECONDS / 60} minutes. Please have a new code sent, or use another address.`;

/** "20 seconds", "2 minutes": as exactly as anybody wants to know it. */
function about(seconds: number) {
  if (seconds >= 90) return `${Math.round(seconds / 60)} minutes`;
  if (seconds >= 50) return 'a minute';
  const rounded = seconds > 10 ? Math.round(seconds / 5) * 5 : Math.max(1, seconds);
  return `${rounded} ${rounded === 1 ? 'second' : 'seconds'}`;
}

export const usualWords = (domain: string, seconds: number) =>
  `Mail to ${domain} usually takes about ${about(seconds)} today.`;
