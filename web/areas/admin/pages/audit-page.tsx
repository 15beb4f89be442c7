import { EntryPanel } from '../../../features/log/activity/entry-panel.tsx';
import { useAuditList } from '../../../features/log/audit/api.ts';
import { AuditList } from '../../../features/log/audit/audit-list.tsx';
import { NO_FILTERS, useFilters } from '../../../features/log/audit/filters.ts';
import { relatedLinks } from '../../../features/log/audit/related-links.ts';
import { AuditToolbar } from '../../../features/log/audit/toolbar.tsx';
import { usePanelUrl } from '../../../lib/url/use-panel-url.ts';

export function AuditPage() {
  const [filters, change] = useFilters();
  const list = useAuditList(filters);
  const panel = usePanelUrl('entry');
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
          relatedLinks={relatedLinks}
        />
      )}
    </>
  );
}
