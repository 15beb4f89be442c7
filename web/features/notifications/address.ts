import type { AboutKind } from '../../../contract/notifications/notifications.rules.ts';
import type { Notification } from '../../../contract/notifications/notifications.ts';

type Told = Pick<Notification, 'type' | 'about' | 'metadata' | 'createdAt'>;

/** Older guests are only in the log. */
const GUESTS_LISTED_MS = 24 * 60 * 60 * 1000;

function address(path: string, query: Record<string, string | null | undefined>) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value);
  return params.size > 0 ? `${path}?${params}` : path;
}

const isListed = ({ createdAt }: Told, now: number) => now - Date.parse(createdAt) < GUESTS_LISTED_MS;

/** Filters by IP address or network, or by requests for help. */
function guests({ type, metadata }: Told, q = metadata.ip) {
  if (type === 'mail_failure') return CHECK;
  return address('/admin/guest-activity', type === 'help_request' ? { view: 'needs-help' } : { view: 'all', q });
}

const CHECK = '/admin?check=security';
const CHECK_NEEDS = '/admin/settings';

const addresses: Record<AboutKind, (told: Told, now: number) => string> = {
  user: ({ about }) => address('/admin/users', { user: about.id }),
  guest: (told, now) => {
    const { about, metadata } = told;
    if (metadata.ip && !isListed(told, now)) return address('/admin/activity', { q: metadata.ip });
    return about.id === null ? guests(told) : address('/admin/guest-activity', { guest: about.id });
  },
  guests: (told) => guests(told, told.about.id ?? undefined),
  log: ({ about, metadata }) => address('/admin/activity', { filter: about.id, q: metadata.ip }),
  settings: ({ about }) => `/admin/settings${about.id === null ? '' : `#${about.id}`}`,
  check: () => CHECK,
};

/** Null if the role may open no page about it. A role without the log gets today's guests for an old one. */
export function addressOf(told: Told, now: number, mayOpen: (address: string) => boolean) {
  const { kind } = told.about;
  const nearest = [addresses[kind](told, now), ...(kind === 'guest' ? [guests(told)] : [])];
  return nearest.find((address) => mayOpen(address) && (address !== CHECK || mayOpen(CHECK_NEEDS))) ?? null;
}
