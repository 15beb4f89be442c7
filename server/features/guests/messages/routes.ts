import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PromptKind } from '../../../../contract/guests/messages.rules.ts';
import {
  assignGuest,
  checkGuestRedirect,
  checkPrompt,
  chooseExit,
  clearPrompt,
  promptGuest,
  resendForGuest,
  unassignGuest,
} from '../../../../contract/guests/messages.ts';
import { GUEST_MISSING } from '../../../../contract/redirects/redirects.rules.ts';
import type { GuestPage } from '../../../../contract/verification/verification.rules.ts';
import { badInput } from '../../../errors.ts';
import type { Guest } from '../../../http/cookies.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import { normaliseAddress } from '../../../visitor/address.ts';
import type { Settings, SettingsStore } from '../../settings/settings.ts';
import type { Assignments } from './assignments.ts';
import { assertPossible, type GuestDirectory, knownGuest, type Recipient } from './recipients.ts';
import { type ResendDeps, resendCode } from './resend.ts';

const POLLS = { rate: 'unlimited' } as const;
const GUEST_WRITES = { rate: REQUESTS.guestSteps };
const EXIT_CHOICES = { rate: REQUESTS.guestLeaves };
const WRITES = { rate: REQUESTS.deskWrites };
const EMAIL_PAGE: GuestPage = 'Email Entry Page';

interface MessageRoutesDeps extends ResendDeps {
  readonly assignments: Assignments;
  readonly settings: SettingsStore;
  readonly guests: Pick<GuestDirectory, 'factsOf'>;
  /** The browser whose page asks. */
  recipientOf(request: FastifyRequest, guest: () => Guest): Recipient;
  /** A page of this guest has asked for something. */
  seen(request: FastifyRequest): void;
  /** Whether a guest at the address was last seen on the page for the email address. */
  isEnteringEmail(guestIp: string): boolean;
  /** A guest has got a new code. */
  codeSent(guestId: string): void;
}

export function messageRoutes(app: FastifyInstance, deps: MessageRoutesDeps): void {
  const { messages, assignments, settings, guests, recipientOf, seen, isEnteringEmail, codeSent } = deps;

  serve(app, checkPrompt, {
    access: 'guest',
    limits: POLLS,
    sameObjects: true,
    handler: ({ request, guest }) => {
      seen(request);
      return messages.promptFor(recipientOf(request, guest));
    },
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
        const guest = await knownGuest(guests, guestId);
        const prompt = body.prompt ?? promptWith(body.message, settings.current, guest.page === EMAIL_PAGE);
        assertPossible(`${prompt}-prompt`, guest);
        await messages.prompt({ guestId, ipAddress: guest.ipAddress, stepIn }, prompt, actor());
        return { success: true } as const;
      }
      const ipAddress = normaliseAddress(body.guestIp ?? '');
      if (ipAddress === null) throw badInput(GUEST_MISSING);
      const prompt = body.prompt ?? promptWith(body.message, settings.current, isEnteringEmail(ipAddress));
      const { leftOut } = await messages.prompt({ ipAddress }, prompt, actor());
      return { success: true, ...(leftOut > 0 && { leftOut }) } as const;
    },
  });

  serve(app, resendForGuest, {
    access: 'message-guests',
    limits: WRITES,
    change: async ({ params: { id: guestId }, body: { stepIn }, actor }) => {
      const guest = await knownGuest(guests, guestId);
      assertPossible('resend', guest);
      await resendCode(deps, { guestId, ipAddress: guest.ipAddress, stepIn }, guest, actor());
      codeSent(guestId);
    },
  });

  serve(app, assignGuest, {
    access: 'message-guests',
    limits: WRITES,
    change: async ({ params: { id: guestId }, body: { stepIn }, actor }) => {
      const { ipAddress } = await knownGuest(guests, guestId);
      const claimedBy = await assignments.assign({ guestId, ipAddress }, actor(), stepIn);
      return { success: true, claimedBy } as const;
    },
  });

  serve(app, unassignGuest, {
    access: 'message-guests',
    limits: WRITES,
    change: async ({ params: { id: guestId }, actor }) => {
      const { ipAddress } = await knownGuest(guests, guestId);
      await assignments.unassign({ guestId, ipAddress }, actor());
    },
  });
}

/** Which prompt has this text. Where both have the same, the page that the guest is on decides. */
function promptWith(text: string | null | undefined, settings: Settings, isEnteringEmail: boolean): PromptKind {
  const { emailPromptMessage: email, codePromptMessage: code } = settings;
  const wanted = text ?? email;
  if (wanted !== email && wanted !== code)
    throw badInput('Guests can only be shown one of the two messages of the settings');
  if (email === code) return isEnteringEmail ? 'email' : 'code';
  return wanted === email ? 'email' : 'code';
}
