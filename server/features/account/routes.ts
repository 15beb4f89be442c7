import type { FastifyInstance } from 'fastify';
import { acceptTerms, ownProfile, securityCheck, terms, updateOwnProfile } from '../../../contract/account/account.ts';
import { serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import { type ProfileDeps, ownProfile as profileOf, updateOwnProfile as update } from './profile.ts';
import { securityCheck as check, type SecurityCheckDeps } from './security-check.ts';
import { acceptTerms as accept, type TermsDeps, termsFor } from './terms.ts';

const READS = { rate: REQUESTS.accountReads };
const WRITES = { rate: REQUESTS.accountWrites };
const PASSWORD_CHECKS = { rate: REQUESTS.passwordChecks };

/** What a signed-in user does with their own account, and the pages that staff send them to. */
export function accountRoutes(app: FastifyInstance, deps: ProfileDeps & TermsDeps & SecurityCheckDeps): void {
  serve(app, ownProfile, {
    access: 'user',
    limits: READS,
    handler: ({ session }) => profileOf(deps, session.user.id),
  });

  serve(app, updateOwnProfile, {
    access: 'user',
    limits: WRITES,
    change: ({ body, actor }) => update(deps, actor(), body),
  });

  serve(app, terms, {
    access: 'user',
    limits: READS,
    handler: ({ session }) => termsFor(deps, session.user.id),
  });

  serve(app, acceptTerms, {
    access: 'user',
    limits: WRITES,
    change: ({ body, actor }) => accept(deps, actor(), body.version),
  });

  serve(app, securityCheck, {
    access: 'user',
    limits: PASSWORD_CHECKS,
    change: ({ body, actor }) => check(deps, actor(), body.password),
  });
}
