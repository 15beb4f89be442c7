import { ActivityList } from '../../../features/activity/activity-list.tsx';
import { ActivityToolbar } from '../../../features/activity/activity-toolbar.tsx';
import { useActivityList } from '../../../features/activity/api.ts';
import { EntryPanel } from '../../../features/activity/entry-panel.tsx';
import { NO_FILTERS, useFilters } from '../../../features/activity/filters.ts';
import { usePanelAddress } from '../../../lib/use-panel-address.ts';

export function ActivityPage() {
  const [filters, change] = useFilters();
  const list = useActivityList(filters);
  const panel = usePanelAddress('entry');
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
