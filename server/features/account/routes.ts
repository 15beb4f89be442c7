import type { FastifyInstance } from 'fastify';
import { acceptTerms, ownProfile, securityCheck, terms, updateOwnProfile } from '../../../contract/account/account.ts';
import { serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import { type ProfileDeps, readProfile, saveProfile } from './profile.ts';
import { passSecurityCheck, type SecurityCheckDeps } from './security-check.ts';
import { agreeToTerms, type TermsDeps, termsFor } from './terms.ts';

const READS = { rate: REQUESTS.accountReads };
const WRITES = { rate: REQUESTS.accountWrites };
const PASSWORD_CHECKS = { rate: REQUESTS.passwordChecks };

export function accountRoutes(app: FastifyInstance, deps: ProfileDeps & TermsDeps & SecurityCheckDeps): void {
  serve(app, ownProfile, {
    access: 'user',
    limits: READS,
    handler: ({ session }) => readProfile(deps, session.user.id),
  });

  serve(app, updateOwnProfile, {
    access: 'user',
    limits: WRITES,
    change: ({ body, actor }) => saveProfile(deps, actor(), body),
  });

  serve(app, terms, {
    access: 'user',
    limits: READS,
    handler: ({ session }) => termsFor(deps, session.user.id),
  });

  serve(app, acceptTerms, {
    access: 'user',
    limits: WRITES,
    change: ({ body, actor }) => agreeToTerms(deps, actor(), body.version),
  });

  serve(app, securityCheck, {
    access: 'user',
    limits: PASSWORD_CHECKS,
    change: ({ body, actor }) => passSecurityCheck(deps, actor(), body.password),
  });
}
