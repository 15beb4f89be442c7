import type { ActivityEntry } from '../../../contract/activity.ts';
import { formatDateTime } from '../../ui/time/format.ts';
import { useLoginHistory } from './details-query.ts';
import { loginWords } from './login-words.ts';
import { PanelEntriesSkeleton, PanelEntry } from './panel-entry.tsx';
import { PanelSection } from './panel-section.tsx';
import { PanelTrouble } from './panel-trouble.tsx';

const LATEST = 10;

export function HistorySection({ userId }: { userId: string }) {
  const { data: entries, isPending, isFetching, refetch } = useLoginHistory(userId);
  return (
    <PanelSection title="Login history">
      {entries ? (
        <HistoryList entries={entries.slice(0, LATEST)} />
      ) : isPending ? (
        <PanelEntriesSkeleton count={3} />
      ) : (
        <PanelTrouble text="The login history could not be loaded." pending={isFetching} onRetry={refetch} />
      )}
    </PanelSection>
  );
}

const HistoryList = ({ entries }: { entries: readonly ActivityEntry[] }) =>
  entries.length === 0 ? (
    <p className="text-13 text-muted">No login history available</p>
  ) : (
    <ul>
      {entries.map((entry) => {
        const { icon, text, failed } = loginWords(entry.action);
        return (
          <PanelEntry
            key={entry.id}
            icon={icon}
            alarming={failed}
            title={text}
            aside={<time dateTime={entry.createdAt}>{formatDateTime(entry.createdAt)}</time>}
          >
            {entry.location} · <span className="font-mono">{entry.ipAddress}</span> ·{' '}
            <span title={entry.userAgent}>{entry.device}</span>
          </PanelEntry>
        );
      })}
    </ul>
  );
