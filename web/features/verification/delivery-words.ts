import type { MailStep } from '../../../contract/verification/verification.rules.ts';

export const isTrouble = (step: MailStep | undefined) => step !== undefined && step !== 'sending' && step !== 'sent';

export const isLost = (step: MailStep | undefined) => step === 'refused' || step === 'bounced';

export const isSettled = (step: MailStep | undefined) => step !== undefined && step !== 'sending' && step !== 'delayed';

/** Before the address, unless the code has been sent. The heading and the reason say more. */
export function unsentWords(step: MailStep | undefined) {
  if (step === undefined) return 'Your code for';
  return step === 'sending' || step === 'delayed' ? "We're sending a code to" : 'You entered';
}

/** "20 seconds", "2 minutes". */
function about(seconds: number) {
  if (seconds >= 90) return `${Math.round(seconds / 60)} minutes`;
  if (seconds >= 50) return 'a minute';
  const rounded = seconds > 10 ? Math.round(seconds / 5) * 5 : Math.max(1, seconds);
  return `${rounded} ${rounded === 1 ? 'second' : 'seconds'}`;
}

export const usualWords = (domain: string, seconds: number) =>
  `Email to ${domain} usually takes about ${about(seconds)} today.`;
