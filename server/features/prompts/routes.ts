import type { FastifyInstance } from 'fastify';
import { checkPrompt, clearPrompt, type PromptKind, promptGuest } from '../../../contract/prompts.ts';
import { GUEST_MISSING } from '../../../contract/redirects.rules.ts';
import { badInput } from '../../errors.ts';
import { serve } from '../../http/route.ts';
import { normaliseAddress } from '../../visitor/address.ts';
import type { Settings, SettingsStore } from '../settings/settings.ts';
import type { Prompts } from './prompts.ts';

const POLLS = { rate: 'unlimited' } as const;
/** Many guests can share one address. */
const GUEST_WRITES = { rate: { most: 600, seconds: 60 } };
const WRITES = { rate: { most: 300, seconds: 60 } };

interface PromptRoutesDeps {
  readonly prompts: Prompts;
  readonly settings: SettingsStore;
  /** Told of every poll of a guest's page. */
  seen(guestIp: string): void;
  /** Whether the guest was last seen on the page for the e-mail address. */
  isEnteringEmail(guestIp: string): boolean;
}

export function promptRoutes(app: FastifyInstance, deps: PromptRoutesDeps): void {
  const { prompts, settings, seen, isEnteringEmail } = deps;

  serve(app, checkPrompt, {
    access: 'guest',
    limits: POLLS,
    sameObjects: true,
    handler: ({ request }) => {
      seen(request.ipAddress);
      return prompts.shownTo(request.ipAddress);
    },
  });

  serve(app, clearPrompt, {
    access: 'guest',
    limits: GUEST_WRITES,
    handler: ({ visitor }) => prompts.clear(visitor()),
  });

  serve(app, promptGuest, {
    access: 'admin',
    limits: WRITES,
    handler: async ({ body, actor }) => {
      const ip = normaliseAddress(body.guestIp);
      if (ip === null) throw badInput(GUEST_MISSING);
      const kind = body.prompt ?? kindOf(body.message, settings.current, isEnteringEmail(ip));
      await prompts.send(ip, kind, actor());
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
