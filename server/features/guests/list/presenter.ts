import type { Guest, GuestLog, MailState } from '../../../../contract/guests/guests.ts';
import { guestUserId } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { mailStepOf } from '../../../delivery/mail-step.ts';
import { guestTag } from '../../../visitor/guest-id.ts';
import { codeOf } from '../../verification/code-countdown.ts';
import { isProcessing, type Verification } from '../../verification/outcome.ts';
import type { GuestMail } from '../presence/presence.ts';
import type { GuestSnapshot } from './guest-snapshot.ts';

const iso = (time: number) => new Date(time).toISOString();

function presentMail(mail: GuestMail | null, usualSeconds: number | null): MailState | null {
  if (mail === null) return null;
  const { step, since } = mailStepOf(mail);
  return { state: step, error: step === 'sent' ? null : mail.error, at: iso(since), usualSeconds };
}

/** The page counts the time down, unless it stands still. */
function presentCode(verification: Verification | null, now: number): Guest['code'] {
  const code = verification && codeOf(verification, now);
  if (verification === null || code === null) return null;
  const standsStill = code.state === 'waiting' || isProcessing(verification, now);
  const { state, triesLeft } = code;
  return { state, triesLeft, expiresAt: standsStill ? null : iso(verification.expiresAt) };
}

type Surroundings = Pick<Guest, 'sharesAddress' | 'network' | 'waiting' | 'helper' | 'message'> &
  Pick<MailState, 'usualSeconds'>;

export function presentGuest({ guest, ...snapshot }: GuestSnapshot, around: Surroundings, now: number): Guest {
  const { presence, since, outcome, outcomeAt, help, stuck } = snapshot;
  const { verification } = guest;
  const { network } = around;
  return {
    id: guest.id,
    guestId: guestUserId(guest.ip_address),
    ipAddress: guest.ip_address,
    tag: guestTag(guest.id),
    sharesAddress: around.sharesAddress,
    email: verification?.email ?? null,
    page: guest.last_page,
    lastPage: guest.last_page,
    pageSince: iso(guest.page_since),
    pageViews: guest.page_views,
    presence,
    presenceSince: iso(since),
    lastSeenAt: iso(guest.last_seen_at),
    outcome,
    outcomeAt: outcomeAt === null ? null : iso(outcomeAt),
    code: presentCode(verification, now),
    mail: presentMail(guest.mail, around.usualSeconds),
    stuck: stuck && { reason: stuck.reason, since: iso(stuck.since) },
    help: help.help,
    halted: help.halted,
    helper: around.helper,
    claimedBy: around.helper?.name ?? null,
    message: around.message,
    waiting: around.waiting,
    network: network && { name: network.name, guests: network.guests, online: network.online },
    location: guest.location,
    device: guest.device,
  };
}

/** Guests have no account, and their entries no details. */
export function presentGuestLog(entry: ActivityEntry): GuestLog {
  const { userName: _n, formerName: _f, about: _a, guestId: _g, details: _d, ...log } = entry;
  return { ...log, userId: log.userId ?? guestUserId(log.ipAddress) };
}
