import { guestUserId } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import type { EntryLink } from '../activity/entry-links.ts';
import { auditPath } from './filters.ts';

const targetOf = ({ about }: ActivityEntry) => {
  if (about === null) return '';
  return 'userId' in about ? about.userId : guestUserId(about.guestIp);
};

const aboutLabel = ({ about }: ActivityEntry) =>
  `Everything about this ${about && 'userId' in about ? 'user' : 'guest'}`;

export function relatedLinks(entry: ActivityEntry): EntryLink[] {
  const target = targetOf(entry);
  return [
    ...(entry.userId === null
      ? []
      : [{ path: auditPath({ person: entry.userId }), label: 'Everything by this person' }]),
    ...(target === '' ? [] : [{ path: auditPath({ target }), label: aboutLabel(entry) }]),
  ];
}
