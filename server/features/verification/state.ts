import type { Messages } from '../../../contract/language/messages.ts';
import { isExitUrl } from '../../../contract/settings/settings.rules.ts';
import { maskedEmail } from '../../../contract/text/masked-email.ts';
import { PROCESSING_SECONDS } from '../../../contract/verification/verification.rules.ts';
import type { CodeDelivery, GuestState } from '../../../contract/verification/verification.ts';
import { isLongAgo, iso } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { GuestVerificationRow } from '../../db/tables.ts';
import { mailWait } from '../../delivery/mail-limits.ts';
import { mailStepOf, type SentMail } from '../../delivery/mail-step.ts';
import { isRefusal, refusalSentence, triesLeft } from '../../delivery/one-time-code.ts';
import { findMail } from '../../delivery/outbox-queries.ts';
import { displayStoredEmail } from '../../text/display-stored-email.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { DeliveryTimes } from './delivery-times/delivery-times.ts';
import { codeOf, factsOf, type Verification } from './facts.ts';
import { findVerification } from './queries.ts';

const SHOWN_WHOLE_MS = 15 * 60_000;
const PROCESSING_MS = PROCESSING_SECONDS * 1000;

export function deliveryOf(
  facts: Verification | null,
  mail: SentMail | null,
  usualSeconds: number | null,
  now: number,
): CodeDelivery {
  if (facts === null) return { sentAt: null, mail: null, code: null, usualSeconds: null };
  const step = mail && mailStepOf(mail);
  return {
    sentAt: iso(facts.sentAt),
    mail: step && {
      step: step.step,
      since: iso(step.endedAt ?? step.requestedAt),
      reason: step.reason,
    },
    code: codeOf(facts, now),
    usualSeconds,
  };
}

export interface StateDeps extends Pick<Core, 'db' | 'clock' | 'keys'> {
  readonly settings: Pick<SettingsStore, 'fresh'>;
  readonly deliveryTimes: Pick<DeliveryTimes, 'usualSeconds'>;
}

/** Older releases stored the sentence instead. */
function refusalIn(
  { refusal, tries }: Pick<GuestVerificationRow, 'refusal' | 'tries'>,
  errors: Messages['errors'],
): string | null {
  if (refusal === null || !isRefusal(refusal)) return refusal;
  return refusalSentence(errors, 'guestCode', refusal, triesLeft({ tries }));
}

export async function verificationState(
  deps: StateDeps,
  guestSecret: string,
  visitor: Visitor,
  { errors }: Pick<Messages, 'errors'>,
): Promise<GuestState> {
  const { db, clock, settings, deliveryTimes } = deps;
  const row = await findVerification(db, guestSecret);
  const nothing = { email: null, codeRemainingMs: 0, refusal: null, resendInSeconds: 0, confirmed: null };
  const now = clock.now();
  if (row === undefined) return { ...deliveryOf(null, null, null, now), ...nothing, processing: null };
  const mail = row.mail_id === null ? undefined : await findMail(db, row.mail_id);
  const facts = factsOf(row, now);
  const delivery = deliveryOf(facts, mail ?? null, deliveryTimes.usualSeconds(facts.domain), now);
  const { exitUrl } = await settings.fresh();
  const isShownWhole = row.verified_at === null || !isLongAgo(row.verified_at, SHOWN_WHOLE_MS, now);
  const processedAt = (row.submitted_at ?? 0) + PROCESSING_MS;
  return {
    ...delivery,
    email: isShownWhole ? displayStoredEmail(row.email) : null,
    codeRemainingMs: delivery.code?.remainingMs ?? 0,
    refusal: row.outcome === 'refused' ? refusalIn(row, errors) : null,
    resendInSeconds: (await mailWait(deps, { email: row.email, visitor, browser: guestSecret })).seconds,
    confirmed:
      row.verified_at === null
        ? null
        : {
            email: isShownWhole ? displayStoredEmail(row.email) : maskedEmail(row.email),
            // Bounded in case the clock was set back.
            wholeForMs: isShownWhole ? Math.min(row.verified_at + SHOWN_WHOLE_MS - now, SHOWN_WHOLE_MS) : 0,
            at: iso(row.verified_at),
            exitUrl: isExitUrl(exitUrl) ? exitUrl : null,
          },
    // Survives a reload of the page.
    processing:
      row.outcome === null || row.submitted_at === null
        ? null
        : {
            // Bounded in case the clock was set back.
            remainingMs: Math.min(Math.max(0, processedAt - now), PROCESSING_MS),
            success: row.outcome === 'accepted',
            message: refusalIn(row, errors),
          },
  };
}
