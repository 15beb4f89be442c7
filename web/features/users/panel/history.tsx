import type { ActivityEntry } from '../../../../contract/activity.ts';
import { PanelSection } from '../../../ui/overlays/side-panel.tsx';
import { formatDateTime } from '../../../ui/time/format.ts';
import { actionWords } from '../../activity/action-words.ts';
import { useLoginHistory } from '../api.ts';
import { Entry, EntryList } from './entry-list.tsx';

/** The latest sign-ins and sign-outs, in the words of the activity log. */
export function HistorySection({ userId }: { userId: string }) {
  const query = useLoginHistory(userId);
  return (
    <PanelSection title="Login history">
      <EntryList
        query={query}
        expected={3}
        failure="The login history could not be loaded."
        empty="No login history available"
        renderEntry={(entry) => <HistoryEntry key={entry.id} entry={entry} />}
      />
    </PanelSection>
  );
}

function HistoryEntry({ entry }: { entry: ActivityEntry }) {
  const { icon, text, failed } = actionWords(entry);
  return (
    <Entry
      icon={icon}
      alarming={failed}
      title={text}
      aside={<time dateTime={entry.createdAt}>{formatDateTime(entry.createdAt)}</time>}
    >
      {entry.location} · <span className="font-mono">{entry.ipAddress}</span> ·{' '}
      <span title={entry.userAgent}>{entry.device}</span>
    </Entry>
  );
}
