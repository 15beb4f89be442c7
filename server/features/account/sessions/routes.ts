import type { FastifyInstance } from 'fastify';
import { endOtherSessions, endOwnSession, ownSessions } from '../../../../contract/account/sessions.ts';
import { serve } from '../../../http/route.ts';
import { presentSession } from '../../users/presenter.ts';
import { type AccountSessionsDeps, signOutOthers, signOutSession } from './sessions.ts';

const READS = { rate: { most: 300, seconds: 60 } };
const WRITES = { rate: { most: 60, seconds: 60 } };

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
