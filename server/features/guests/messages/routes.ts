import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type PromptKind, REPLIES } from '../../../../contract/guests/messages.rules.ts';
import {
  assignGuest,
  checkGuestRedirect,
  checkPrompt,
  chooseExit,
  clearPrompt,
  guestTexts,
  promptGuest,
  resendForGuest,
  unassignGuest,
} from '../../../../contract/guests/messages.ts';
import { GUEST_MISSING } from '../../../../contract/redirects/redirects.rules.ts';
import type { GuestPage } from '../../../../contract/verification/verification.rules.ts';
import type { Core } from '../../../core.ts';
import { badInput } from '../../../errors.ts';
import type { Guest, HaltCookie } from '../../../http/cookies.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { normaliseAddress } from '../../../visitor/address.ts';
import type { Settings, SettingsStore } from '../../settings/settings.ts';
import type { Help } from '../help/help.ts';
import type { PresenceReplica } from '../presence/presence-replica.ts';
import type { Assignments } from './assignments.ts';
import { presentTexts } from './presenter.ts';
import { assertPossible, type FindGuest, type KnownGuest, type OneBrowser, type Recipient } from './recipients.ts';
import { type ResendDeps, resendCode } from './resend.ts';

const POLLS = { rate: 'unlimited' } as const;
const GUEST_WRITES = { rate: REQUESTS.guestSteps };
const EXIT_CHOICES = { rate: REQUESTS.guestLeaves };
const WRITES = { rate: REQUESTS.deskWrites };
const ONE_GUEST = 'A new code goes to one guest. Choose the guest first.';
const NO_SUCH_MESSAGE = 'Guests can only be shown a message of the settings or one of the fixed replies.';
const EMAIL_PAGE: GuestPage = 'Email Entry Page';

interface MessageRoutesDeps extends ResendDeps, Pick<Core, 'languages'> {
  readonly assignments: Assignments;
  readonly settings: SettingsStore;
  readonly findGuest: FindGuest;
  readonly presence: PresenceReplica;
  readonly help: Pick<Help, 'isHalted'>;
  readonly haltCookie: HaltCookie;
  seen(request: FastifyRequest): void;
}

export function messageRoutes(app: FastifyInstance, deps: MessageRoutesDeps): void {
  const { messages, assignments, settings, findGuest, presence, help, haltCookie, seen } = deps;
  const recipientOf = (request: FastifyRequest, guest: () => Guest): Recipient => {
    const guestId = app.guestCookie.publicId(request);
    return {
      guestId,
      ipAddress: request.ipAddress,
      // Without the cookie, if the answer to the halt was lost.
      isHalted: haltCookie.read(request) !== null || (guestId !== null && help.isHalted(guestId)),
      identify: () => guest().publicId,
      language: () => app.languageOf(request),
      visitor: () => app.visitorOf(request),
    };
  };

  const resend = async (to: OneBrowser, guest: KnownGuest, actor: Caller, options?: { withReply: boolean }) => {
    await resendCode(deps, to, guest, actor, options);
    presence.verificationChanged(to.guestId);
  };

  serve(app, checkPrompt, {
    access: 'guest',
    limits: POLLS,
    sameObjects: true,
    handler: ({ request, guest }) => {
      seen(request);
      return messages.promptFor(recipientOf(request, guest));
    },
  });

  serve(app, guestTexts, {
    access: 'see-guests',
    limits: POLLS,
    passive: true,
    handler: () => presentTexts(settings.current, deps.languages),
  });

  serve(app, clearPrompt, {
    access: 'guest',
    limits: GUEST_WRITES,
    handler: ({ request, guest }) => messages.clearPrompt(recipientOf(request, guest)),
  });

  serve(app, checkGuestRedirect, {
    access: 'guest',
    limits: POLLS,
    sameObjects: true,
    handler: ({ request, guest }) => {
      seen(request);
      return messages.redirectFor(recipientOf(request, guest));
    },
  });

  serve(app, chooseExit, {
    access: 'guest',
    limits: EXIT_CHOICES,
    handler: ({ body, guest, visitor }) => messages.exitChosen(body.choice, guest().publicId, visitor()),
  });

  serve(app, promptGuest, {
    access: 'message-guests',
    limits: WRITES,
    change: async ({ body, actor }) => {
      const { guestId, stepIn } = body;
      if (guestId !== undefined) {
        const guest = await findGuest(guestId);
        const prompt = body.prompt ?? promptWith(body.message, settings.current, guest.page === EMAIL_PAGE);
        assertPossible(`${prompt}-prompt`, guest);
        const to = { guestId, ipAddress: guest.ipAddress, stepIn };
        if (prompt === 'new-code') await resend(to, guest, actor(), { withReply: true });
        else await messages.prompt(to, prompt, actor());
        return { success: true } as const;
      }
      const ipAddress = normaliseAddress(body.guestIp ?? '');
      if (ipAddress === null) throw badInput(GUEST_MISSING);
      const isEnteringEmail = presence.guests.isAnybodyAt(ipAddress, EMAIL_PAGE);
      const prompt = body.prompt ?? promptWith(body.message, settings.current, isEnteringEmail);
      if (prompt === 'new-code') throw badInput(ONE_GUEST);
      const { leftOut } = await messages.prompt({ ipAddress }, prompt, actor());
      return { success: true, ...(leftOut > 0 && { leftOut }) } as const;
    },
  });

  serve(app, resendForGuest, {
    access: 'message-guests',
    limits: WRITES,
    change: async ({ params: { id: guestId }, body: { stepIn }, actor }) => {
      const guest = await findGuest(guestId);
      assertPossible('resend', guest);
      await resend({ guestId, ipAddress: guest.ipAddress, stepIn }, guest, actor());
    },
  });

  serve(app, assignGuest, {
    access: 'message-guests',
    limits: WRITES,
    change: async ({ params: { id: guestId }, body: { stepIn }, actor }) => {
      const { ipAddress } = await findGuest(guestId);
      const claimedBy = await assignments.assign({ guestId, ipAddress }, actor(), stepIn);
      return { success: true, claimedBy } as const;
    },
  });

  serve(app, unassignGuest, {
    access: 'message-guests',
    limits: WRITES,
    change: async ({ params: { id: guestId }, actor }) => {
      const { ipAddress } = await findGuest(guestId);
      await assignments.unassign({ guestId, ipAddress }, actor());
    },
  });
}

/** If both texts of the settings are the same, the page that the guest is on decides. */
function promptWith(text: string | null | undefined, settings: Settings, isEnteringEmail: boolean): PromptKind {
  const { emailPromptMessage: email, codePromptMessage: code } = settings;
  const wanted = text ?? email;
  if (wanted !== email && wanted !== code) {
    const reply = (Object.keys(REPLIES) as (keyof typeof REPLIES)[]).find((one) => REPLIES[one] === wanted);
    if (reply === undefined) throw badInput(NO_SUCH_MESSAGE);
    return reply;
  }
  if (email === code) return isEnteringEmail ? 'email' : 'code';
  return wanted === email ? 'email' : 'code';
}
