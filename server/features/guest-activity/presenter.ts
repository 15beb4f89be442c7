import { guestUserId } from '../../../contract/activity.rules.ts';
import type { Guest, GuestLog, MailState } from '../../../contract/guest-activity.ts';
import { guestTag } from '../../visitor/guest-id.ts';
import { presentActivity } from '../activity/presenter.ts';
import type { NamedActivity } from '../activity/search.ts';
import type { GuestMail, PresentGuest } from './presence.ts';

const iso = (time: number) => new Date(time).toISOString();

function presentMail(mail: GuestMail | null): MailState | null {
  if (mail === null) return null;
  const state = mail.state === 'sending' ? 'queued' : mail.state;
  return { state, error: state === 'sent' ? null : mail.error, at: iso(mail.finished_at ?? mail.created_at) };
}

type Surroundings = Pick<Guest, 'presence' | 'network' | 'waiting'>;

export function presentGuest(guest: PresentGuest, { presence, network, waiting }: Surroundings): Guest {
  return {
    id: guest.id,
    ipAddress: guest.ip_address,
    tag: guestTag(guest.id),
    sharesAddress: false,
    email: null,
    page: guest.last_page,
    pageSince: iso(guest.page_since),
    pageViews: guest.page_views,
    lastSeenAt: iso(guest.last_seen_at),
    presence,
    presenceSince: iso(guest.presence_since),
    outcome: 'none',
    outcomeAt: null,
    code: null,
    stuck: null,
    help: null,
    halted: false,
    claimedBy: null,
    claimedById: null,
    steer: null,
    network: network && { name: network.name, guests: network.guests, online: network.online },
    location: guest.location,
    device: guest.device,
    mail: presentMail(guest.mail),
    waiting,
  };
}

/** What guests did is about themselves: it has no account and no details. */
export function presentGuestLog(row: NamedActivity): GuestLog {
  const { userName: _name, details: _details, ...entry } = presentActivity(row);
  return { ...entry, userId: entry.userId ?? guestUserId(entry.ipAddress) };
}
