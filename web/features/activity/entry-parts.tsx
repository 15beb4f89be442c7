import type { ActivityEntry } from '../../../contract/activity.ts';
import { Badge } from '../../ui/badge.tsx';
import { actionWords, isSecurityAlert } from './action-words.ts';
import { actorOf } from './actor.ts';
import { readableJson } from './readable-json.ts';

interface EntryProps {
  entry: ActivityEntry;
}

export function ActionIcon({ entry }: EntryProps) {
  const { icon: Icon, failed } = actionWords(entry);
  return <Icon size={16} className={`shrink-0 ${failed ? 'text-danger' : 'text-muted'}`} aria-hidden />;
}

export const SecurityAlert = ({ entry }: EntryProps) =>
  isSecurityAlert(entry) && (
    <span className="shrink-0">
      <Badge tone="danger">Security Alert</Badge>
    </span>
  );

interface SecondLineProps extends EntryProps {
  /** The details have no place of their own. */
  withDetails: boolean;
}

/** What the log calls it, which is what a search finds, and where it happened. */
export const SecondLine = ({ entry, withDetails }: SecondLineProps) => (
  <span className="truncate text-12 text-muted">
    <span className="font-mono">{entry.action}</span>
    {entry.page && (
      <>
        {' · '}
        <bdi title={entry.page}>{entry.page}</bdi>
      </>
    )}
    {withDetails && entry.details && (
      <>
        {' · '}
        <Details entry={entry} />
      </>
    )}
  </span>
);

export function Actor({ entry }: EntryProps) {
  const actor = actorOf(entry);
  return (
    <bdi title={actor} className="truncate text-left">
      {actor}
    </bdi>
  );
}

/** Left to right whatever is in it, so that the braces stay where they belong. */
export const Details = ({ entry: { details }, className = '' }: EntryProps & { className?: string }) =>
  details && (
    <code title={readableJson(details, 2)} dir="ltr" className={`font-mono text-12 text-muted ${className}`}>
      {readableJson(details)}
    </code>
  );
