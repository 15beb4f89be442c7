import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { destinationLabel } from '../../../../contract/redirects/redirects.rules.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Breakable } from '../../../ui/breakable.tsx';
import { actionWords, isSecurityAlert, kindWords } from './action-words.ts';
import { aboutPath, actorPath } from './entry-links.ts';
import { codeSentenceParts, type Part, partText, sentenceParts } from './sentences.ts';

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

export const SecondLine = ({ entry }: EntryProps) => (
  <span className="truncate text-12 text-muted">
    {kindWords(entry)}
    {entry.page && (
      <>
        {' · '}
        <bdi>{destinationLabel(entry.page)}</bdi>
      </>
    )}
  </span>
);

interface PersonLinkProps {
  path: string | null;
  children: ReactNode;
}

export const PersonLink = ({ path, children }: PersonLinkProps) =>
  path === null ? (
    <bdi>{children}</bdi>
  ) : (
    <Link href={path} className="rounded-small text-accent-ink underline-offset-2 hover:underline">
      <bdi>{children}</bdi>
    </Link>
  );

interface SentenceProps extends EntryProps {
  isLinked?: boolean;
  /** Leaves out the guest's email, which is shown beside the sentence. */
  isShort?: boolean;
  /** The text may take several lines. Without it no `<wbr>` is added, which would break even a single line. */
  wraps?: boolean;
}

/** Actor and subject are bold, so that no name can pose as part of the sentence. */
export const Sentence = (props: SentenceProps) => shown(sentenceParts(props.entry), props);

export const CodeSentence = ({ steps, ...props }: SentenceProps & { steps: readonly ActivityEntry[] }) =>
  shown(codeSentenceParts(steps), props);

const shown = (parts: readonly Part[], props: SentenceProps) =>
  createElement(Fragment, null, ...parts.map((part) => shownPart(part, props)));

function shownPart(part: Part, { entry, isLinked = false, isShort, wraps = false }: SentenceProps): ReactNode {
  const text = partText(part, entry, isShort);
  if (typeof part === 'string') return text;
  if (part.is === 'given') return <bdi>{wraps ? <Breakable text={text} /> : text}</bdi>;
  const path = part.is === 'who' ? actorPath(entry) : aboutPath(entry);
  return (
    <span className="font-semibold">
      <PersonLink path={isLinked ? path : null}>{text}</PersonLink>
    </span>
  );
}
