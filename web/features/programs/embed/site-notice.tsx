import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { FLOW_PARAMETER } from '../../../../contract/programs/embed.rules.ts';
import type { OpenedBy } from '../../../../contract/programs/embed.ts';
import { useMessages } from '../../../lib/messages.ts';
import { WithSlots } from '../../../lib/with-slots.tsx';
import { SiteHost } from './site-host.tsx';

/** Keeps the flow in the URL: phones reload the page when the guest returns from their email app. */
function useFlowInUrl(flow: string) {
  const [path] = useLocation();
  useEffect(() => {
    const url = new URL(location.href);
    if (url.pathname !== path || url.searchParams.get(FLOW_PARAMETER) === flow) return;
    url.searchParams.set(FLOW_PARAMETER, flow);
    history.replaceState(history.state, '', url);
  }, [path, flow]);
}

/** Says which site will get the address. */
export function SiteNotice({ site, isDone }: { site: OpenedBy; isDone: boolean }) {
  const { purpose } = useMessages().guestLater.site;
  useFlowInUrl(site.flow);
  if (isDone) return null;
  return (
    <p className="mb-6 animate-appear rounded-control bg-sunken px-4 py-3 text-14 text-muted">
      <WithSlots message={purpose} slots={{ host: <SiteHost origin={site.origin} /> }} />
    </p>
  );
}
