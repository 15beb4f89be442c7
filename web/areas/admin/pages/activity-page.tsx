import { useState } from 'react';
import type { ActivityEntry } from '../../../../contract/activity.ts';
import { ActivityList } from '../../../features/activity/activity-list.tsx';
import { ActivityToolbar } from '../../../features/activity/activity-toolbar.tsx';
import { EntryPanel } from '../../../features/activity/entry-panel.tsx';
import { NO_FILTERS } from '../../../features/activity/filters.ts';
import { useActivityList } from '../../../features/activity/list-query.ts';
import { useFilters } from '../../../features/activity/use-filters.ts';

export function ActivityPage() {
  const [filters, change] = useFilters();
  const list = useActivityList(filters);
  const [opened, setOpened] = useState<ActivityEntry | null>(null);
  const clear = () => change(NO_FILTERS);
  const search = (q: string) => {
    setOpened(null);
    change({ ...NO_FILTERS, q });
  };
  return (
    <>
      <ActivityToolbar list={list} filters={filters} onChange={change} onClear={clear} />
      <ActivityList list={list} filters={filters} onOpen={setOpened} onClear={clear} />
      {opened && <EntryPanel entry={opened} onSearch={search} onClose={() => setOpened(null)} />}
    </>
  );
}
