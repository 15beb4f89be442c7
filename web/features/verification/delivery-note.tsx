import { useEffect, useState } from 'react';
import type { MailStep } from '../../../contract/verification/verification.rules.ts';
import type { CodeDelivery } from '../../../contract/verification/verification.ts';
import { inBackground } from '../../lib/api/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { WithSlots } from '../../lib/with-slots.tsx';
import { isTrouble, usualWords } from './delivery-words.ts';
import type { MailTrouble } from './mail-trouble.tsx';

/** Lazy: few guests see it. */
function useTrouble(step: MailStep | undefined) {
  const [Trouble, setTrouble] = useState<typeof MailTrouble | null>(null);
  const isNeeded = isTrouble(step);
  useEffect(() => {
    if (isNeeded) inBackground(import('./mail-trouble.tsx').then((file) => setTrouble(() => file.MailTrouble)));
  }, [isNeeded]);
  return isNeeded ? Trouble : null;
}

/** Does not say that the code was sent: the text above and a toast do. */
export function DeliveryNote({ delivery, domain }: { delivery: CodeDelivery | null; domain: string }) {
  const { guestLater } = useMessages();
  const mail = delivery?.mail;
  const usual = delivery?.usualSeconds;
  const Trouble = useTrouble(mail?.step);
  return (
    <div role="status" className="mt-4 mb-6 min-h-5">
      {usual && !isTrouble(mail?.step) && (
        <p className="animate-appear text-14 wrap-anywhere text-muted">
          <WithSlots message={usualWords(guestLater.usual, usual)} slots={{ domain: <bdi dir="ltr">{domain}</bdi> }} />
        </p>
      )}
      {mail && Trouble && <Trouble {...mail} domain={domain} />}
    </div>
  );
}
