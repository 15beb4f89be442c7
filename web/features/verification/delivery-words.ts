import type { Messages } from '../../../contract/language/messages.ts';
import type { MailStep } from '../../../contract/verification/verification.rules.ts';
import type { CodeDelivery } from '../../../contract/verification/verification.ts';

type Words = Messages['guestLater'];

export const isTrouble = (step: MailStep | undefined) => step !== undefined && step !== 'sending' && step !== 'sent';

export const isLost = (step: MailStep | undefined) => step === 'refused' || step === 'bounced';

export const isSettled = (step: MailStep | undefined) => step !== undefined && step !== 'sending' && step !== 'delayed';

const timeOfDay = (iso: string) =>
  new Date(iso).toLocaleTimeString(document.documentElement.lang, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

/** Short, because the heading and the reason say more. */
export function sentToWords(words: Words['sentTo'], mail: CodeDelivery['mail'] | undefined): string {
  if (!mail) return words.unknown;
  if (mail.step === 'sent') return words.sent(timeOfDay(mail.since));
  return mail.step === 'sending' || mail.step === 'delayed' ? words.sending : words.undelivered;
}

export function usualWords(words: Words['usual'], seconds: number): string {
  if (seconds >= 90) return words.minutes(Math.round(seconds / 60));
  if (seconds >= 50) return words.minute;
  return words.seconds(seconds > 10 ? Math.round(seconds / 5) * 5 : Math.max(1, seconds));
}
