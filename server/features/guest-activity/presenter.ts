import { guestUserId } from '../../../contract/activity.rules.ts';
import type { Guest, GuestLog, MailState } from '../../../contract/guest-activity.ts';
import type { ActivityRow } from '../../db/tables.ts';
import type { GuestMail, PresentGuest } from './presence.ts';

const iso = (time: number) => new Date(time).toISOString();

function presentMail(mail: GuestMail | null): MailState | null {
  if (mail === null) return null;
  const state = mail.state === 'sending' ? 'queued' : mail.state;
  return { state, error: state === 'sent' ? null : mail.error, at: iso(mail.finished_at ?? mail.created_at) };
}

export function presentGuest(guest: PresentGuest, { online, waiting }: Pick<Guest, 'online' | 'waiting'>): Guest {
  return {
    guestId: guestUserId(guest.ip),
    ipAddress: guest.ip,
    lastPage: guest.lastPage,
    pageSince: iso(guest.pageSince),
    pageViews: guest.pageViews,
    lastSeenAt: iso(guest.seenAt),
    online,
    location: guest.location,
    device: guest.device,
    mail: presentMail(guest.mail),
    waiting,
  };
}

export function presentGuestLog(row: ActivityRow): GuestLog {
  return {
    id: row.id,
    userId: row.user_id ?? guestUserId(row.ip_address),
    action: row.action,
    page: row.page,
    ipAddress: row.ip_address,
    location: row.location,
    device: row.device,
    userAgent: row.user_agent,
    createdAt: iso(row.created_at),
  };
}
