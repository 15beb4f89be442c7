import type { FastifyInstance, FastifyRequest } from 'fastify';
import { guestUserId } from '../../../contract/log/activity.rules.ts';
import { maskedEmail } from '../../../contract/text/masked-email.ts';
import { CODE_VALID_SECONDS, PROCESSING_SECONDS } from '../../../contract/verification/verification.rules.ts';
import {
  codeDelivery,
  codeProcessed,
  guestState,
  resendCode,
  sendVerificationCode,
  submitCode,
  submitEmail,
  verifyCode,
} from '../../../contract/verification/verification.ts';
import type { MailDomains } from '../../delivery/mail-domains.ts';
import type { SentMail } from '../../delivery/mail-step.ts';
import { serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import { emailHash } from '../log/activity/email-search.ts';
import type { RecordActivity } from '../log/activity/recorder.ts';
import type { Notify } from '../notifications/events.ts';
import type { DeliveryTimes } from './delivery-times/delivery-times.ts';
import type { Verification } from './facts.ts';
import { finishProcessing } from './queries.ts';
import { deliveryOf, type StateDeps, verificationState } from './state.ts';
import { checkCode, refused, sendCode, startProcessing, type VerifyDeps } from './verification.ts';

const codeSent = { success: true, expiresInSeconds: CODE_VALID_SECONDS } as const;
const WRITES = { rate: REQUESTS.guestSteps };

interface Presence {
  readonly guests: {
    get(guestId: string): { readonly verification: Verification | null; readonly mail: SentMail | null } | undefined;
  };
  acted(guestId: string): void;
  verificationChanged(guestId: string): void;
}

export interface VerificationRoutesDeps extends VerifyDeps, StateDeps {
  readonly deliveryTimes: DeliveryTimes;
  readonly presence: Presence;
  seen(request: FastifyRequest): void;
  readonly record: RecordActivity;
  readonly notify: Notify;
  readonly mailDomains: Pick<MailDomains, 'check'>;
  onVerified(guestId: string): Promise<void>;
}

export function verificationRoutes(app: FastifyInstance, deps: VerificationRoutesDeps): void {
  const { clock, keys, presence, seen, record, rows, notify, onVerified, deliveryTimes, mailDomains } = deps;

  serve(app, guestState, {
    access: 'guest',
    limits: WRITES,
    handler: ({ guest, request, visitor }) => {
      seen(request);
      return verificationState(deps, guest().secret, visitor(), app.languageOf(request).messages);
    },
  });

  serve(app, codeDelivery, {
    access: 'guest',
    limits: { rate: 'unlimited' },
    handler: ({ guest, request }) => {
      seen(request);
      const known = presence.guests.get(guest().publicId);
      const facts = known?.verification ?? null;
      const usual = facts && deliveryTimes.usualSeconds(facts.domain);
      return deliveryOf(facts, known?.mail ?? null, usual, clock.now());
    },
  });

  serve(app, submitEmail, {
    access: 'guest',
    limits: WRITES,
    handler: async ({ body, guest, request, visitor }) => {
      const guestId = guest().publicId;
      if (rows.take(request.ipAddress, 'step') === 0)
        await record({
          userId: guestUserId(request.ipAddress),
          action: 'email_entry',
          page: 'Email Entry Page',
          visitor: visitor(),
          details: { email: maskedEmail(body.email) },
          emailHash: emailHash(keys, body.email),
          guestId,
          at: clock.now(),
        });
      presence.acted(guestId);
    },
  });

  // Two paths for the same thing; pages use the second for resends.
  for (const endpoint of [sendVerificationCode, resendCode])
    serve(app, endpoint, {
      access: 'guest',
      limits: WRITES,
      sameObjects: true,
      handler: async ({ body, guest, visitor, request }) => {
        seen(request);
        const browser = guest();
        await mailDomains.check(body.email, request.ipAddress);
        await sendCode(deps, browser, body, visitor());
        presence.verificationChanged(browser.publicId);
        return codeSent;
      },
    });

  serve(app, submitCode, {
    access: 'guest',
    limits: WRITES,
    handler: async ({ guest, visitor }) => {
      const browser = guest();
      await startProcessing(deps, browser, visitor());
      presence.acted(browser.publicId);
      presence.verificationChanged(browser.publicId);
      return { success: true, processingSeconds: PROCESSING_SECONDS } as const;
    },
  });

  serve(app, verifyCode, {
    access: 'guest',
    limits: WRITES,
    handler: async ({ body, guest, visitor, request }) => {
      seen(request);
      const browser = guest();
      const guestId = browser.publicId;
      const verdict = await checkCode(deps, browser, body.email, body.code, visitor());
      presence.acted(guestId);
      presence.verificationChanged(guestId);
      const kind = verdict.accepted ? 'code-accepted' : 'code-refused';
      notify({ kind, guestId, visitor: visitor() });
      if (!verdict.accepted) throw refused(verdict);
      deliveryTimes.verified(verdict.row.email, verdict.row.accepted_at);
      await onVerified(guestId);
    },
  });

  serve(app, codeProcessed, {
    access: 'guest',
    limits: WRITES,
    handler: async ({ guest }) => {
      const { secret, publicId } = guest();
      const success = await finishProcessing(deps.db, secret);
      presence.verificationChanged(publicId);
      return { success };
    },
  });
}
