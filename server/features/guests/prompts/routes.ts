import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkPrompt, clearPrompt, type PromptKind, promptGuest } from '../../../../contract/guests/prompts.ts';
import { GUEST_MISSING } from '../../../../contract/redirects/redirects.rules.ts';
import type { GuestPage } from '../../../../contract/verification/verification.rules.ts';
import { badInput } from '../../../errors.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import { normaliseAddress } from '../../../visitor/address.ts';
import type { Settings, SettingsStore } from '../../settings/settings.ts';
import { approachOf } from '../messages/care.ts';
import { assertPossible, type GuestsSeen, knownGuest, type Recipient } from '../messages/guests.ts';
import type { Prompts } from './prompts.ts';

const POLLS = { rate: 'unlimited' } as const;
const GUEST_WRITES = { rate: REQUESTS.guestSteps };
const WRITES = { rate: REQUESTS.deskWrites };
const EMAIL_PAGE: GuestPage = 'Email Entry Page';

interface PromptRoutesDeps {
  readonly prompts: Prompts;
  readonly settings: SettingsStore;
  readonly guests: Pick<GuestsSeen, 'factsOf'>;
  /** The browser whose page asks. */
  recipientOf(request: FastifyRequest): Recipient;
  /** Told of every poll of a guest's page. */
  seen(request: FastifyRequest): void;
  /** Whether the guest was last seen on the page for the e-mail address. */
  isEnteringEmail(guestIp: string): boolean;
}

export function promptRoutes(app: FastifyInstance, deps: PromptRoutesDeps): void {
  const { prompts, settings, guests, recipientOf, seen, isEnteringEmail } = deps;

  serve(app, checkPrompt, {
    access: 'guest',
    limits: POLLS,
    sameObjects: true,
    handler: ({ request }) => {
      seen(request);
      return prompts.shownTo(recipientOf(request));
    },
  });

  serve(app, clearPrompt, {
    access: 'guest',
    limits: GUEST_WRITES,
    handler: ({ request }) => prompts.clear(recipientOf(request)),
  });

  serve(app, promptGuest, {
    access: 'steer-guests',
    limits: WRITES,
    change: async ({ body, actor }) => {
      const { guestId } = body;
      if (guestId !== undefined) {
        const guest = await knownGuest(guests, guestId);
        const kind = body.prompt ?? kindOf(body.message, settings.current, guest.page === EMAIL_PAGE);
        assertPossible(`${kind}-prompt`, guest);
        await prompts.sendTo({ guestId, ipAddress: guest.ipAddress }, kind, actor(), approachOf(body));
        return { success: true } as const;
      }
      const ip = normaliseAddress(body.guestIp ?? '');
      if (ip === null) throw badInput(GUEST_MISSING);
      const kind = body.prompt ?? kindOf(body.message, settings.current, isEnteringEmail(ip));
      const leftOut = await prompts.send(ip, kind, actor());
      return { success: true, ...(leftOut > 0 && { leftOut }) } as const;
    },
  });
}

/** Which prompt a message is. Where both have the same words, the page that the guest is on decides. */
function kindOf(message: string | null | undefined, settings: Settings, isEnteringEmail: boolean): PromptKind {
  const { emailPromptMessage: email, codePromptMessage: code } = settings;
  const wanted = message ?? email;
  if (wanted !== email && wanted !== code)
    throw badInput('Guests can only be shown one of the two messages of the settings');
  if (email === code) return isEnteringEmail ? 'email' : 'code';
  return wanted === email ? 'email' : 'code';
}
