import { useState } from 'react';
import type { ActivityEntry } from '../../../../contract/activity.ts';
import { ActivityList } from '../../../features/activity/activity-list.tsx';
import { ActivityToolbar } from '../../../features/activity/activity-toolbar.tsx';
import { useActivityList } from '../../../features/activity/api.ts';
import { EntryPanel } from '../../../features/activity/entry-panel.tsx';
import { NO_FILTERS, useFilters } from '../../../features/activity/filters.ts';

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
