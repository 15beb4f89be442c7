import { Fragment } from 'react';
import type { ActivityEntry } from '../../../contract/activity.ts';
import { Badge } from '../../ui/badge.tsx';
import { actionWords, isSecurityAlert } from './action-words.ts';
import { detailFacts } from './details.ts';

interface EntryProps {
  entry: ActivityEntry;
}

export function ActionIcon({ entry }: EntryProps) {
  const { icon: Icon, failed } = actionWords(entry);
  return <Icon size={16} className={`shrink-0 ${failed ? 'text-danger' : 'text-muted'}`} aria-hidden />;
}

export const SecurityAlert = ({ entry }: EntryProps) =>
  isSecurityAlert(entry) && (
    <span className="-my-1 shrink-0">
      <Badge tone="danger">Security Alert</Badge>
    </span>
  );

/** What the log calls it, which is what a search finds, and where it happened; the details too without their own place. */
export const SecondLine = ({ entry, withDetails }: EntryProps & { withDetails: boolean }) => (
  <span className="truncate text-12 text-muted">
    <span className="font-mono">{entry.action}</span>
    {entry.page && (
      <>
        {' · '}
        <bdi title={entry.page}>{entry.page}</bdi>
      </>
    )}
    {withDetails && <Details entry={entry} lead=" · " />}
  </span>
);

/**
 * Left to right whatever is in it, so that values and their quotes stay behind their labels. `lead` separates them from
 * the text before.
 */
export function Details({ entry, lead = '', className = '' }: EntryProps & { lead?: string; className?: string }) {
  const facts = detailFacts(entry.details);
  if (facts.length === 0) return null;
  const text = facts.map(({ label, value }) => `${label}: ${value}`).join(' · ');
  return (
    <span title={text} dir="ltr" className={`text-12 text-muted ${className}`}>
      {facts.map(({ name, label, value }, index) => (
        <Fragment key={name}>
          {index === 0 ? lead : ' · '}
          <bdi>{label}</bdi>: <bdi dir="ltr">{value}</bdi>
        </Fragment>
      ))}
    </span>
  );
}
