import type { FastifyInstance } from 'fastify';
import { isExitUrl } from '../../../../contract/settings/settings.rules.ts';
import { leaveForExit } from '../../../../contract/verification/receipts.ts';
import type { Core } from '../../../core.ts';
import { notFound } from '../../../errors.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import type { Session } from '../../../sessions/sessions.ts';
import type { SettingsStore } from '../../settings/settings.ts';
import { type Receipts, withReceipt } from './receipts.ts';
import { publishedKeysAt } from './signing-keys.ts';

const LEAVES = { rate: REQUESTS.guestLeaves };
/** Made from memory; sites ask once an hour. */
const KEYS = { rate: REQUESTS.publicKeys };
const KEYS_PATH = '/.well-known/jwks.json';

const isStaff = (session: Session | null) => session !== null && session.user.role !== 'user';

interface ReceiptRoutesDeps extends Pick<Core, 'keys' | 'clock'> {
  readonly settings: Pick<SettingsStore, 'fresh'>;
  readonly receipts: Receipts | null;
}

export function receiptRoutes(app: FastifyInstance, { keys, clock, settings, receipts }: ReceiptRoutesDeps): void {
  serve(app, leaveForExit, {
    access: 'guest',
    limits: LEAVES,
    handler: async ({ guest, session }) => {
      const { exitUrl } = await settings.fresh();
      if (!isExitUrl(exitUrl)) return { url: null };
      const receipt = receipts === null || isStaff(session) ? null : await receipts.issue(guest().secret, exitUrl);
      return { url: receipt === null ? exitUrl : withReceipt(exitUrl, receipt) };
    },
  });

  // Not under /api: other sites and their servers fetch it.
  const declared = { access: 'anyone', limits: KEYS, output: 'file' } as const;
  app.get(KEYS_PATH, { config: declared }, (_request, reply) => {
    if (receipts === null) throw notFound();
    return reply
      .type('application/jwk-set+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(JSON.stringify({ keys: publishedKeysAt(keys, clock.now()) }));
  });
}
