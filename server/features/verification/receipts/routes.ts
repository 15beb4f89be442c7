import type { FastifyInstance } from 'fastify';
import { isExitUrl } from '../../../../contract/settings/settings.rules.ts';
import { isStaff } from '../../../../contract/users/roles.rules.ts';
import { leaveForExit } from '../../../../contract/verification/receipts.ts';
import { notFound } from '../../../errors.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import type { SettingsStore } from '../../settings/settings.ts';
import { issueReceipt, type ReceiptDeps, withReceipt } from './receipts.ts';
import { publishedKeysAt } from './signing-keys.ts';

const LEAVES = { rate: REQUESTS.guestLeaves };
/** Answered from memory; sites ask once an hour. */
const KEYS = { rate: REQUESTS.publicKeys };
const KEYS_PATH = '/.well-known/jwks.json';

interface ReceiptRoutesDeps extends ReceiptDeps {
  readonly settings: Pick<SettingsStore, 'fresh'>;
}

export function receiptRoutes(app: FastifyInstance, deps: ReceiptRoutesDeps): void {
  const { config, keys, clock, settings } = deps;
  const isOn = config.outcome.receipt;

  serve(app, leaveForExit, {
    access: 'guest',
    limits: LEAVES,
    handler: async ({ guest, session }) => {
      const { exitUrl } = await settings.fresh();
      if (!isExitUrl(exitUrl)) return { url: null };
      const isGuest = session === null || !isStaff(session.user.role);
      const receipt = isOn && isGuest ? await issueReceipt(deps, guest().secret, exitUrl) : null;
      return { url: receipt === null ? exitUrl : withReceipt(exitUrl, receipt) };
    },
  });

  // Not under /api, because other sites and their servers fetch it.
  const declared = { access: 'anyone', limits: KEYS, output: 'file' } as const;
  app.get(KEYS_PATH, { config: declared }, (_request, reply) => {
    if (!isOn) throw notFound();
    return reply
      .type('application/jwk-set+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(JSON.stringify({ keys: publishedKeysAt(keys, clock.now()) }));
  });
}
