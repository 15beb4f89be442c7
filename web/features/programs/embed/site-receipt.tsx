import { type ReactNode, useEffect, useState } from 'react';
import type { OpenedBy } from '../../../../contract/programs/embed.ts';
import { api } from '../../../lib/api/api.ts';
import { useMessages } from '../../../lib/messages.ts';
import { WithSlots } from '../../../lib/with-slots.tsx';
import { wasCodeEntered } from './code-entered.ts';
import { SiteHost } from './site-host.tsx';

const ASK_AGAIN_AFTER = 5000;

const siteIsOpen = () => window.opener !== null && !window.opener.closed;

/** False if there is no receipt. Throws if the server does not answer. */
async function sendReceipt({ origin, id, flow }: OpenedBy): Promise<boolean> {
  const { receipt } = await api('POST /api/guest/embed-receipt', { body: { flow } });
  if (receipt === null || !siteIsOpen()) return false;
  window.opener.postMessage({ id, receipt }, origin);
  return true;
}

interface SiteReceiptProps {
  site: OpenedBy;
  /** Shown if the site is gone, or if the guest entered the code elsewhere. */
  otherwise: ReactNode;
}

/** Gives the receipt to the site that opened this window. The site then closes the window. */
export function SiteReceipt({ site, otherwise }: SiteReceiptProps) {
  const { done } = useMessages().guestLater.site;
  const [isSent, setSent] = useState<boolean | null>(() => (wasCodeEntered(site.flow) && siteIsOpen() ? null : false));

  // `usePolling` would pause while the guest looks at the site's window.
  useEffect(() => {
    if (isSent !== null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const ask = () =>
      sendReceipt(site).then(
        (sent) => left || setSent(sent),
        () => {
          if (!left) timer = setTimeout(ask, ASK_AGAIN_AFTER);
        },
      );
    ask();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [isSent, site]);

  if (isSent === false) return otherwise;
  return (
    <p role="status" className="mt-1 text-16 text-muted">
      {isSent && <WithSlots message={done} slots={{ host: <SiteHost origin={site.origin} /> }} />}
    </p>
  );
}
