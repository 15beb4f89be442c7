import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { MailStep } from '../../../contract/verification/verification.rules.ts';
import type { CodeDelivery } from '../../../contract/verification/verification.ts';
import { inBackground } from '../../lib/api/api.ts';
import { Spinner } from '../../ui/feedback/loading.tsx';
import { isTrouble, usualWords } from './delivery-words.ts';
import type { MailTrouble } from './mail-trouble.tsx';

const timeOfDay = (iso: string) => new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Lazy: few guests see it. */
function useTrouble(step: MailStep | undefined) {
  const [Trouble, setTrouble] = useState<typeof MailTrouble | null>(null);
  const isNeeded = isTrouble(step);
  useEffect(() => {
    if (isNeeded) inBackground(import('./mail-trouble.tsx').then((file) => setTrouble(() => file.MailTrouble)));
  }, [isNeeded]);
  return isNeeded ? Trouble : null;
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="flex animate-appear items-start gap-2 text-14 text-muted">
    <span className="flex h-lh shrink-0 items-center">{icon}</span>
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
);

export function DeliveryNote({ delivery, domain }: { delivery: CodeDelivery | null; domain: string }) {
  const mail = delivery?.mail;
  const Trouble = useTrouble(mail?.step);
  const usual = delivery?.usualSeconds ? ` ${usualWords(domain, delivery.usualSeconds)}` : '';
  return (
    <div role="status" className="mt-4 mb-6 min-h-5">
      {mail?.step === 'sending' && <Line icon={<Spinner />}>Sending your code…{usual}</Line>}
      {mail?.step === 'sent' && (
        <Line icon={<CircleCheck size={16} className="text-success" aria-hidden />}>
          Sent at {timeOfDay(mail.since)}.{usual}
        </Line>
      )}
      {mail && Trouble && <Trouble {...mail} domain={domain} />}
    </div>
  );
}
