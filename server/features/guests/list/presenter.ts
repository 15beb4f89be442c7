import type { Guest, GuestLog, MailState } from '../../../../contract/guests/guests.ts';
import { guestUserId } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { iso } from '../../../clock.ts';
import { mailStepOf, type SentMail } from '../../../delivery/mail-step.ts';
import { guestTag } from '../../../visitor/guest-id.ts';
import { codeOf, isProcessing, type Verification } from '../../verification/facts.ts';
import type { GuestSnapshot } from './guest-snapshot.ts';

function presentMail(mail: SentMail | null, usualSeconds: number | null): MailState | null {
  if (mail === null) return null;
  const { step, requestedAt, endedAt } = mailStepOf(mail);
  return { state: step, error: step === 'sent' ? null : mail.error, at: iso(endedAt ?? requestedAt), usualSeconds };
}

/** `expiresAt` lets the page count down; null while the code is being sent or checked. */
function presentCode(verification: Verification | null, now: number): Guest['code'] {
  const code = verification && codeOf(verification, now);
  if (verification === null || code === null) return null;
  const standsStill = code.state === 'waiting' || isProcessing(verification, now);
  const { state, triesLeft } = code;
  return { state, triesLeft, expiresAt: standsStill ? null : iso(verification.expiresAt) };
}

type Surroundings = Pick<Guest, 'network' | 'waiting' | 'helper' | 'message'> & Pick<MailState, 'usualSeconds'>;

export function presentGuest({ guest, ...snapshot }: GuestSnapshot, around: Surroundings, now: number): Guest {
  const { presence, since, outcome, outcomeAt, help, stuck } = snapshot;
  const { verification } = guest;
  const { usualSeconds, ...shown } = around;
  return {
    ...shown,
    id: guest.id,
    guestId: guestUserId(guest.ip_address),
    ipAddress: guest.ip_address,
    tag: guestTag(guest.id),
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
    mail: presentMail(guest.mail, usualSeconds),
    stuck: stuck && { reason: stuck.reason, since: iso(stuck.since) },
    help: help === undefined ? null : { reason: help.reason, since: iso(help.asked_at) },
    halted: help !== undefined && help.halted_at !== null,
    claimedBy: shown.helper?.name ?? null,
    location: guest.location,
    device: guest.device,
    language: guest.language,
  };
}

export const presentGuestLog = (entry: ActivityEntry): GuestLog => ({
  ...entry,
  userId: entry.userId ?? guestUserId(entry.ipAddress),
});
