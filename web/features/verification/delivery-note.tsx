import { CircleAlert, MailCheck, MailX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CodeDelivery } from '../../../contract/verification.ts';
import { Spinner } from '../../ui/feedback/loading.tsx';
import { delayedWords, LATE, lostWords, usualWords } from './delivery-words.ts';

const timeOfDay = (iso: string) => new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="flex animate-appear items-start gap-2 text-14 text-muted">
    <span className="flex h-lh shrink-0 items-center">{icon}</span>
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
);

const tones = { warning: 'bg-warning-soft text-warning', danger: 'bg-danger-soft text-danger' };

const Notice = ({
  tone,
  icon: Icon,
  children,
}: {
  tone: keyof typeof tones;
  icon: typeof MailX;
  children: ReactNode;
}) => (
  <p className={`flex animate-appear items-start gap-2.5 rounded-control px-4 py-3 text-14 ${tones[tone]}`}>
    <span className="flex h-lh shrink-0 items-center">
      <Icon size={16} aria-hidden />
    </span>
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
);

function words({ mail, usualSeconds }: CodeDelivery, domain: string) {
  if (!mail) return null;
  const usual = usualSeconds === null ? '' : ` ${usualWords(domain, usualSeconds)}`;
  switch (mail.step) {
    case 'sending':
      return <Line icon={<Spinner />}>Sending your code…{usual}</Line>;
    case 'sent':
      return (
        <Line icon={<MailCheck size={16} className="text-success" aria-hidden />}>
          Sent at {timeOfDay(mail.since)}.{usual}
        </Line>
      );
    case 'delayed':
      return (
        <Notice tone="warning" icon={CircleAlert}>
          {delayedWords(domain)}
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="warning" icon={CircleAlert}>
          {LATE}
        </Notice>
      );
    default:
      return (
        <Notice tone="danger" icon={MailX}>
          {mail.step === 'bounced' && 'Our mail came back. '}
          {lostWords[mail.reason ?? 'other'](domain)}
        </Notice>
      );
  }
}

/** Where the mail is now. Its room is kept, and a screen reader hears what changes in it. */
export const DeliveryNote = ({ delivery, domain }: { delivery: CodeDelivery | null; domain: string }) => (
  <div role="status" className="mt-4 mb-6 min-h-5">
    {delivery && words(delivery, domain)}
  </div>
);
