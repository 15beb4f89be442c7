import { guestUserId, isPseudonym } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import type { EntryLink } from '../activity/entry-links.ts';
import { auditPath } from './filters.ts';

const targetOf = ({ about }: ActivityEntry) => {
  if (about === null) return '';
  return 'userId' in about ? about.userId : guestUserId(about.guestIp);
};

function aboutLabel({ about }: ActivityEntry): string {
  if (about === null || 'guestIp' in about) return 'Everything about this guest';
  return `Everything about this ${isPseudonym(about.userId) ? 'person' : 'user'}`;
}

export function relatedLinks(entry: ActivityEntry): EntryLink[] {
  const target = targetOf(entry);
  return [
    ...(entry.userId === null
      ? []
      : [{ path: auditPath({ person: entry.userId }), label: 'Everything by this person' }]),
    ...(target === '' ? [] : [{ path: auditPath({ target }), label: aboutLabel(entry) }]),
  ];
}
