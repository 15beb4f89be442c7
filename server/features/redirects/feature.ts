import type { FastifyInstance } from 'fastify';
import { RE_LOGIN_PATH } from '../../../contract/redirects/redirects.rules.ts';
import type { Core } from '../../core.ts';
import type { Trx } from '../../db/tables.ts';
import type { FindListed } from '../../visitor/guest-id.ts';
import type { Actor } from '../../visitor/visitor.ts';
import type { Messages } from '../guests/messages/messages.ts';
import type { FindGuest } from '../guests/messages/recipients.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { createRedirects } from './redirects.ts';
import { redirectRoutes } from './routes.ts';

interface RedirectsDeps extends Core {
  readonly settings: SettingsStore;
  readonly messages: Messages;
  readonly findGuest: FindGuest;
  readonly findListed: FindListed;
}

export async function openRedirects(deps: RedirectsDeps) {
  const redirects = createRedirects(deps);
  await redirects.load();
  return {
    redirects,
    signedInAgain: (trx: Trx, actor: Actor, at: number) => redirects.fulfil(trx, RE_LOGIN_PATH, actor, at),
    routes: (http: FastifyInstance) => redirectRoutes(http, { ...deps, redirects }),
  };
}
