import { useVerifiedList } from '../../../features/verified/api.ts';
import { NO_FILTERS, useFilters } from '../../../features/verified/filters.ts';
import { VerifiedToolbar } from '../../../features/verified/toolbar.tsx';
import { VerifiedList } from '../../../features/verified/verified-list.tsx';
import { VerifiedPanel } from '../../../features/verified/verified-panel.tsx';
import { usePanelAddress } from '../../../lib/use-panel-address.ts';

export function VerifiedPage() {
  const [filters, change] = useFilters();
  const list = useVerifiedList(filters);
  const panel = usePanelAddress('address');
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
