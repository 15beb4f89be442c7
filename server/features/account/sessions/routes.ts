import type { FastifyInstance } from 'fastify';
import { endOtherSessions, endOwnSession, ownSessions } from '../../../../contract/account/sessions.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import { presentSession } from '../../users/presenter.ts';
import { type AccountSessionsDeps, signOutOthers, signOutSession } from './sessions.ts';

const READS = { rate: REQUESTS.accountReads };
const WRITES = { rate: REQUESTS.accountWrites };

export function accountSessionRoutes(app: FastifyInstance, deps: AccountSessionsDeps): void {
  serve(app, ownSessions, {
    access: 'user',
    limits: READS,
    handler: async ({ session }) =>
      (await deps.sessions.listOf(session.user.id)).map((row) => presentSession(row, session.id)),
  });

  serve(app, endOwnSession, {
    access: 'user',
    fresh: 'always',
    limits: WRITES,
    change: ({ params, actor }) => signOutSession(deps, actor(), params.id),
  });

  serve(app, endOtherSessions, {
    access: 'user',
    fresh: 'always',
    limits: WRITES,
    change: async ({ session, actor }) => ({ ended: await signOutOthers(deps, actor(), session.id) }),
  });
}
