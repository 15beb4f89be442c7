import type { MailStep } from '../../../contract/verification/verification.rules.ts';

export const isTrouble = (step: MailStep | undefined) => step !== undefined && step !== 'sending' && step !== 'sent';

export const isLost = (step: MailStep | undefined) => step === 'refused' || step === 'bounced';

export const isSettled = (step: MailStep | undefined) => step !== undefined && step !== 'sending' && step !== 'delayed';

export const emailStepWords: Record<MailStep, string> = {
  sending: 'We are sending a code to',
  delayed: 'We are sending a code to',
  sent: "We've sent a code to",
  refused: 'We could not send the code to',
  bounced: 'We could not deliver the code to',
  expired: 'We could not send the code to',
};

/** "20 seconds", "2 minutes". */
function about(seconds: number) {
  if (seconds >= 90) return `${Math.round(seconds / 60)} minutes`;
  if (seconds >= 50) return 'a minute';
  const rounded = seconds > 10 ? Math.round(seconds / 5) * 5 : Math.max(1, seconds);
  return `${rounded} ${rounded === 1 ? 'second' : 'seconds'}`;
}

export const usualWords = (domain: string, seconds: number) =>
  `Mail to ${domain} usually takes about ${about(seconds)} today.`;
