import type { FastifyInstance } from 'fastify';
import { guestUserId } from '../../../contract/activity.rules.ts';
import { logActivity } from '../../../contract/guest-activity.ts';
import { checkPrompt, clearPrompt } from '../../../contract/prompts.ts';
import { checkGuestRedirect } from '../../../contract/redirects.ts';
import { CODE_VALID_SECONDS, PROCESSING_SECONDS } from '../../../contract/verification.rules.ts';
import {
  codeProcessed,
  guestState,
  resendCode,
  sendVerificationCode,
  submitCode,
  submitEmail,
  verifyCode,
} from '../../../contract/verification.ts';
import { serve } from '../../http/route.ts';
import type { RecordActivity } from '../activity/recorder.ts';
import type { GuestPresence } from '../guest-activity/presence.ts';
import type { Notify } from '../notifications/events.ts';
import type { Steering } from '../redirects/steering.ts';
import {
  endProcessing,
  refused,
  sendCode,
  submitCode as submit,
  type VerificationDeps,
  verificationState,
  verifyCode as verify,
} from './verification.ts';

const done = { success: true } as const;
const codeSent = { success: true, expiresInSeconds: CODE_VALID_SECONDS } as const;
/** Many guests can share one address; the limits that matter are counted by browser and e-mail address. */
const WRITES = { rate: { most: 600, seconds: 60 } } as const;
const POLLS = { rate: 'unlimited' } as const;

interface GuestRoutesDeps extends VerificationDeps {
  readonly steering: Steering;
  readonly presence: GuestPresence;
  readonly record: RecordActivity;
  readonly notify: Notify;
}

export function guestRoutes(app: FastifyInstance, deps: GuestRoutesDeps): void {
  const { clock, steering, presence, record, notify } = deps;

  serve(app, checkPrompt, {
    access: 'guest',
    limits: POLLS,
    handler: ({ request }) => {
      presence.seen(request.ipAddress);
      return steering.promptFor(request.ipAddress);
    },
  });

  serve(app, clearPrompt, {
    access: 'guest',
    limits: WRITES,
    handler: async ({ request }) => {
      await steering.clearPrompt(request.ipAddress);
      return done;
    },
  });

  serve(app, checkGuestRedirect, {
    access: 'guest',
    limits: POLLS,
    handler: ({ request }) => {
      presence.seen(request.ipAddress);
      return steering.takeRedirect(request.ipAddress);
    },
  });

  serve(app, guestState, {
    access: 'guest',
    limits: WRITES,
    handler: ({ guest }) => verificationState(deps, guest().id),
  });

  serve(app, logActivity, {
    access: 'guest',
    limits: WRITES,
    quiet: true,
    handler: async ({ body, request, visitor }) => {
      const userId = guestUserId(request.ipAddress);
      const entry = { userId, action: 'page_view', page: body.page, visitor: visitor(), at: clock.now() } as const;
      await record(entry);
      presence.viewed(entry.page, entry.visitor, entry.at);
      notify({ kind: 'page-view', page: entry.page, visitor: entry.visitor });
      return done;
    },
  });

  serve(app, submitEmail, {
    access: 'guest',
    limits: WRITES,
    handler: async ({ body, request, visitor }) => {
      const entry = {
        userId: guestUserId(request.ipAddress),
        action: 'email_entry',
        page: 'Email Entry Page',
        visitor: visitor(),
        details: { email: body.email },
        at: clock.now(),
      } as const;
      await record(entry);
      presence.acted();
      return done;
    },
  });

  serve(app, sendVerificationCode, {
    access: 'guest',
    limits: WRITES,
    handler: async ({ body, guest, visitor, request }) => {
      await sendCode(deps, guest().id, body.email, visitor());
      presence.mailChanged(request.ipAddress);
      return codeSent;
    },
  });

  serve(app, resendCode, {
    access: 'guest',
    limits: WRITES,
    handler: async ({ body, guest, visitor, request }) => {
      await sendCode(deps, guest().id, body.email, visitor());
      presence.mailChanged(request.ipAddress);
      return codeSent;
    },
  });

  serve(app, submitCode, {
    access: 'guest',
    limits: WRITES,
    handler: async ({ guest, visitor }) => {
      await submit(deps, guest().id, visitor());
      presence.acted();
      return { success: true, processingSeconds: PROCESSING_SECONDS } as const;
    },
  });

  serve(app, verifyCode, {
    access: 'guest',
    limits: WRITES,
    handler: async ({ body, guest, visitor }) => {
      const verdict = await verify(deps, guest().id, body.email, body.code, visitor());
      presence.acted();
      notify({ kind: verdict.accepted ? 'code-accepted' : 'code-refused', visitor: visitor() });
      if (!verdict.accepted) throw refused(verdict.sentence);
      return done;
    },
  });

  serve(app, codeProcessed, {
    access: 'guest',
    limits: WRITES,
    handler: async ({ guest }) => ({ success: await endProcessing(deps, guest().id) }),
  });
}
