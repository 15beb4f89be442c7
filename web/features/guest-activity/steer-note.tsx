import { CheckCheck, Hourglass } from 'lucide-react';
import type { Guest } from '../../../contract/guest-activity.ts';
import { EMAIL_ENTRY_PATH, VERIFY_CODE_PATH } from '../../../contract/verification.rules.ts';
import { useSecond } from '../../ui/time/time-ago.tsx';
import type { Delivery } from './deliveries.ts';

const DELIVERED_SHOWN_MS = 30_000;

const destinations: Record<string, string> = {
  [VERIFY_CODE_PATH]: 'Move to verify code',
  [EMAIL_ENTRY_PATH]: 'Move to email entry',
};
const prompts = { email: 'Email prompt', code: 'Code prompt' };
const delivered = { prompt: 'Prompt delivered', redirect: 'Move delivered' };

const sentWords = ({ redirect, prompt }: Guest['waiting']) => {
  if (redirect) return `${destinations[redirect] ?? 'Exit'} sent, waiting`;
  return prompt && `${prompts[prompt]} sent, waiting`;
};

interface SteerNoteProps {
  waiting: Guest['waiting'];
  delivery: Delivery | undefined;
}

/** How far the last thing has come that the support team sent. */
export function SteerNote({ waiting, delivery }: SteerNoteProps) {
  const now = useSecond();
  const sent = sentWords(waiting);
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
