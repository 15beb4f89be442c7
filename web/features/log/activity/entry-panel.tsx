import { actorName } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { destinationLabel } from '../../../../contract/redirects/redirects.rules.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ItemPanel, PanelLink } from '../../../ui/overlays/item-panel.tsx';
import { Facts, PanelSection } from '../../../ui/overlays/side-panel.tsx';
import { DateTimeAgo } from '../../../ui/time/time-ago.tsx';
import { kindWords } from './action-words.ts';
import { useActivityEntry } from './api.ts';
import { ChangedValues } from './changed-values.tsx';
import { readableJson } from './details.ts';
import { aboutPath, actorPath, type EntryLink, entryLinks, entryPath } from './entry-links.ts';
import { ActionIcon, PersonLink, SecurityAlert, Sentence } from './entry-parts.tsx';
import { aboutOf } from './sentences.ts';

interface EntryPanelProps {
  id: string;
  listed?: ActivityEntry | undefined;
  onClose: () => void;
  relatedLinks?: (entry: ActivityEntry) => readonly EntryLink[];
}

export const EntryPanel = ({ id, listed, onClose, relatedLinks }: EntryPanelProps) => (
  <ItemPanel
    title="Activity entry"
    query={useActivityEntry(id, listed)}
    loading="Loading the entry…"
    failure="Couldn't load the entry"
    gone={{
      title: 'This entry is no longer in the log',
      why: 'Entries are deleted when their retention ends.',
    }}
    footer={(entry) =>
      [...entryLinks(entry), ...(relatedLinks?.(entry) ?? [])].map(({ path, label }) => (
        <PanelLink key={path} href={path}>
          {label}
        </PanelLink>
      ))
    }
    onClose={onClose}
  >
    {(entry) => <Contents entry={entry} />}
  </ItemPanel>
);

const Id = ({ id }: { id: string }) => <span className="font-mono">{id}</span>;

const peopleIn = (entry: ActivityEntry) => ({
  User: <PersonLink path={actorPath(entry)}>{actorName(entry)}</PersonLink>,
  ...(entry.userId !== null && { 'User ID': <Id id={entry.userId} /> }),
  ...(entry.about && { About: <PersonLink path={aboutPath(entry)}>{aboutOf(entry)}</PersonLink> }),
  ...(entry.about && 'userId' in entry.about && { 'About user ID': <Id id={entry.about.userId} /> }),
});

const Contents = ({ entry }: { entry: ActivityEntry }) => (
  <>
    <div className="flex items-start gap-3 px-5 py-5 text-16">
      <span className="flex h-6 items-center">
        <ActionIcon entry={entry} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <p className="max-w-full wrap-anywhere">
          <Sentence entry={entry} isLinked wraps />
        </p>
        <SecurityAlert entry={entry} />
      </div>
    </div>
    <PanelSection
      title="What happened"
      action={<CopyButton label="Copy link" text={`${location.origin}${entryPath(entry.id)}`} />}
    >
      <Facts
        facts={{
          Action: kindWords(entry),
          ...peopleIn(entry),
          Time: <DateTimeAgo at={entry.createdAt} />,
          Page: entry.page ? <bdi>{destinationLabel(entry.page)}</bdi> : <span className="text-muted">None</span>,
        }}
      />
    </PanelSection>
    <ChangedValues details={entry.details} />
    <PanelSection title="Source">
      {entry.ipAddress === '' ? (
        <p className="text-13 text-muted">Erased with the person.</p>
      ) : (
        <Facts
          facts={{
            'IP address': <span className="font-mono">{entry.ipAddress}</span>,
            Location: entry.location,
            Device: entry.device,
            'User agent': <bdi>{entry.userAgent}</bdi>,
          }}
        />
      )}
    </PanelSection>
    <EntryDetails details={entry.details} />
  </>
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
