import type { AboutKind } from '../../../contract/notifications/notifications.rules.ts';
import type { Notification } from '../../../contract/notifications/notifications.ts';

type Subject = Pick<Notification, 'type' | 'about' | 'metadata' | 'createdAt'>;

/** Guests are listed for a day; older ones are only in the log. */
const GUESTS_LISTED_MS = 24 * 60 * 60 * 1000;

function urlWith(path: string, query: Record<string, string | null | undefined>) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value);
  return params.size > 0 ? `${path}?${params}` : path;
}

const isListed = ({ createdAt }: Subject, now: number) => now - Date.parse(createdAt) < GUESTS_LISTED_MS;

function guests({ type, metadata }: Subject, q = metadata.ip) {
  if (type === 'mail_failure') return CHECK;
  return urlWith('/admin/guest-activity', type === 'help_request' ? { view: 'needs-help' } : { view: 'all', q });
}

const CHECK = '/admin?check=security';
const CHECK_NEEDS = '/admin/settings';

const urls: Record<AboutKind, (subject: Subject, now: number) => string> = {
  user: ({ about }) => urlWith('/admin/users', { user: about.id }),
  guest: (subject, now) => {
    const { about, metadata } = subject;
    if (metadata.ip && !isListed(subject, now)) return urlWith('/admin/activity', { q: metadata.ip });
    return about.id === null ? guests(subject) : urlWith('/admin/guest-activity', { guest: about.id });
  },
  guests: (subject) => guests(subject, subject.about.id ?? undefined),
  log: ({ about, metadata }) => urlWith('/admin/activity', { filter: about.id, q: metadata.ip }),
  settings: ({ about }) => `/admin/settings${about.id === null ? '' : `#${about.id}`}`,
  'api-keys': () => '/admin/api-keys',
  check: () => CHECK,
};

export function notificationUrl(subject: Subject, now: number, mayOpen: (url: string) => boolean) {
  const { kind } = subject.about;
  const candidates = [urls[kind](subject, now), ...(kind === 'guest' ? [guests(subject)] : [])];
  return candidates.find((url) => mayOpen(url) && (url !== CHECK || mayOpen(CHECK_NEEDS))) ?? null;
}
