import { useVerifiedList } from '../../../features/verification/verified/api.ts';
import { NO_FILTERS, useFilters } from '../../../features/verification/verified/filters.ts';
import { VerifiedToolbar } from '../../../features/verification/verified/toolbar.tsx';
import { VerifiedList } from '../../../features/verification/verified/verified-list.tsx';
import { VerifiedPanel } from '../../../features/verification/verified/verified-panel.tsx';
import { usePanelUrl } from '../../../lib/url/use-panel-url.ts';

export function VerifiedPage() {
  const [filters, change] = useFilters();
  const list = useVerifiedList(filters);
  const panel = usePanelUrl('address');
  const clear = () => change(NO_FILTERS);
  return (
    <>
      <VerifiedToolbar list={list} filters={filters} onChange={change} onClear={clear} />
      <VerifiedList list={list} filters={filters} onOpen={panel.open} onClear={clear} />
      {panel.id && (
        <VerifiedPanel
          key={panel.id}
          id={panel.id}
          listed={list.items.find(({ id }) => id === panel.id)}
          onClose={panel.close}
        />
      )}
    </>
  );
}
