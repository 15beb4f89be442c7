import { Link } from 'wouter';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { Button, buttonClass, compactClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Facts, PanelSection, SidePanel } from '../../ui/overlays/side-panel.tsx';
import { formatDateTime } from '../../ui/time/format.ts';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { actionWords, actorOf } from './action-words.ts';
import { ChangedSettings } from './changed-settings.tsx';
import { readableJson } from './details.ts';
import { ActionIcon, SecurityAlert } from './entry-parts.tsx';

interface EntryPanelProps {
  entry: ActivityEntry;
  onSearch: (text: string) => void;
  onClose: () => void;
}

/** Everything about one entry, and the ways on from it. */
export const EntryPanel = ({ entry, onSearch, onClose }: EntryPanelProps) => (
  <SidePanel
    title="Activity entry"
    onClose={onClose}
    footer={
      <>
        {entry.userName !== null && entry.userId !== null && (
          <Link
            href={`/admin/users?user=${encodeURIComponent(entry.userId)}`}
            className={`${buttonClass('secondary')} ${compactClass}`}
          >
            View user
          </Link>
        )}
        <Button variant="secondary" onClick={() => onSearch(entry.ipAddress)} className={compactClass}>
          Show all from this IP address
        </Button>
      </>
    }
  >
    <p className="flex flex-wrap items-center gap-3 px-5 py-5 text-16 font-semibold">
      <ActionIcon entry={entry} />
      {actionWords(entry).text}
      <SecurityAlert entry={entry} />
    </p>
    <PanelSection title="What happened">
      <Facts
        facts={{
          Action: <span className="font-mono">{entry.action}</span>,
          User: <bdi>{actorOf(entry)}</bdi>,
          Time: (
            <>
              {formatDateTime(entry.createdAt)} (<TimeAgo at={entry.createdAt} />)
            </>
          ),
          Page: entry.page ? <bdi>{entry.page}</bdi> : <span className="text-muted">None</span>,
        }}
      />
    </PanelSection>
    <ChangedSettings details={entry.details} />
    <PanelSection title="Where from">
      <Facts
        facts={{
          'IP address': <span className="font-mono">{entry.ipAddress}</span>,
          Location: entry.location,
          Device: entry.device,
          'User agent': <bdi>{entry.userAgent}</bdi>,
        }}
      />
    </PanelSection>
    <EntryDetails details={entry.details} />
  </SidePanel>
);

function EntryDetails({ details }: Pick<ActivityEntry, 'details'>) {
  if (!details) return null;
  const text = readableJson(details, 2);
  return (
    <PanelSection title="Details" action={<CopyButton label="Copy details" text={text} />}>
      <pre
        dir="ltr"
        className="rounded-control border border-line bg-sunken p-3 font-mono text-12 whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </PanelSection>
  );
}
