import { ActivityList } from '../../../features/log/activity/activity-list.tsx';
import { ActivityToolbar } from '../../../features/log/activity/activity-toolbar.tsx';
import { useActivityList } from '../../../features/log/activity/api.ts';
import { EntryPanel } from '../../../features/log/activity/entry-panel.tsx';
import { NO_FILTERS, useFilters } from '../../../features/log/activity/filters.ts';
import { usePanelUrl } from '../../../lib/url/use-panel-url.ts';

export function ActivityPage() {
  const [filters, change] = useFilters();
  const list = useActivityList(filters);
  const panel = usePanelUrl('entry');
  const clear = () => change(NO_FILTERS);
  return (
    <>
      <ActivityToolbar list={list} filters={filters} onChange={change} onClear={clear} />
      <ActivityList list={list} filters={filters} onOpen={panel.open} onClear={clear} />
      {panel.id && (
        <EntryPanel
          key={panel.id}
          id={panel.id}
          listed={list.items.find(({ id }) => id === panel.id)}
          onClose={panel.close}
        />
      )}
    </>
  );
}
