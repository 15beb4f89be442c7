import type { FastifyInstance } from 'fastify';
import { confirmKey, endKey, listKeys, makeKey } from '../../../../contract/programs/keys.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import { confirm, end, forgetExpired, type KeysDeps, keysFor, make } from './keys.ts';

const CHANGE = { access: 'change-portal', fresh: 'always', limits: { rate: REQUESTS.portalWrites } } as const;

export const openKeys = (deps: KeysDeps) => ({
  routes(http: FastifyInstance) {
    serve(http, listKeys, {
      access: 'see-portal',
      limits: { rate: REQUESTS.portalReads },
      handler: ({ session }) => keysFor(deps, session.user.id),
    });

    serve(http, makeKey, {
      ...CHANGE,
      change: async ({ body, actor, reply }) => {
        const made = await make(deps, actor(), body);
        if (made.state === 'waiting') reply.code(202);
        return made;
      },
    });

    serve(http, confirmKey, { ...CHANGE, change: ({ params, actor }) => confirm(deps, actor(), params.id) });

    serve(http, endKey, { ...CHANGE, change: ({ params, actor }) => end(deps, actor(), params.id) });
  },
  sweep: () => forgetExpired(deps),
});
