import { EntryPanel } from '../../../features/activity/entry-panel.tsx';
import { useAuditList } from '../../../features/audit/api.ts';
import { AuditList } from '../../../features/audit/audit-list.tsx';
import { NO_FILTERS, useFilters } from '../../../features/audit/filters.ts';
import { AuditToolbar } from '../../../features/audit/toolbar.tsx';
import { waysOn } from '../../../features/audit/ways-on.ts';
import { usePanelAddress } from '../../../lib/use-panel-address.ts';

export function AuditPage() {
  const [filters, change] = useFilters();
  const list = useAuditList(filters);
  const panel = usePanelAddress('entry');
  return (
    <>
      <AuditToolbar list={list} filters={filters} onChange={change} />
      <AuditList list={list} filters={filters} onOpen={panel.open} onClear={() => change(NO_FILTERS)} />
      {panel.id && (
        <EntryPanel
          key={panel.id}
          id={panel.id}
          listed={list.items.find(({ id }) => id === panel.id)}
          onClose={panel.close}
          waysOn={waysOn}
        />
      )}
    </>
  );
}
