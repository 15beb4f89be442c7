import type { FastifyInstance } from 'fastify';
import {
  acceptTerms,
  chooseLanguage,
  endOtherSessions,
  endOwnSession,
  ownProfile,
  ownSessions,
  securityCheck,
  terms,
  updateOwnProfile,
} from '../../../contract/account/account.ts';
import {
  cancelEmailChange,
  confirmEmailChange,
  emailChange,
  requestEmailChange,
} from '../../../contract/account/email.ts';
import { serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import { presentSession } from '../users/presenter.ts';
import {
  completeEmailChange,
  dropEmailChange,
  type EmailChangeDeps,
  startEmailChange,
  waitingEmailChange,
} from './email/email-change.ts';
import { type LanguageDeps, saveLanguage } from './language.ts';
import { type ProfileDeps, readProfile, saveProfile } from './profile.ts';
import { passSecurityCheck, type SecurityCheckDeps } from './security-check.ts';
import { signOutOthers, signOutSession } from './sessions.ts';
import { agreeToTerms, type TermsDeps, termsFor } from './terms.ts';

const READS = { rate: REQUESTS.accountReads };
const WRITES = { rate: REQUESTS.accountWrites };
const PASSWORD_CHECKS = { rate: REQUESTS.passwordChecks };
const CODES = { rate: REQUESTS.addressCodes };

export type AccountDeps = LanguageDeps & ProfileDeps & TermsDeps & SecurityCheckDeps & EmailChangeDeps;

export function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
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

  serve(app, chooseLanguage, {
    access: 'user',
    limits: WRITES,
    change: ({ body, actor }) => saveLanguage(deps, actor(), body.language),
  });

  serve(app, terms, {
    access: 'user',
    limits: READS,
    handler: ({ session, request }) => termsFor(deps, session.user.id, app.languageOf(request)),
  });

  serve(app, acceptTerms, {
    access: 'user',
    limits: WRITES,
    change: ({ body, actor, request }) => agreeToTerms(deps, actor(), body.version, app.languageOf(request)),
  });

  serve(app, securityCheck, {
    access: 'user',
    limits: PASSWORD_CHECKS,
    change: ({ body, actor }) => passSecurityCheck(deps, actor(), body.password),
  });

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

  serve(app, emailChange, {
    access: 'user',
    limits: READS,
    handler: async ({ session }) => ({ waiting: await waitingEmailChange(deps, session) }),
  });

  serve(app, requestEmailChange, {
    access: 'user',
    fresh: 'always',
    limits: CODES,
    change: ({ body, session, actor }) => startEmailChange(deps, actor(), session, body.email),
  });

  // Needs no step-up: the code works only in the session that had one.
  serve(app, confirmEmailChange, {
    access: 'user',
    limits: CODES,
    change: async ({ body, session, actor }) => ({
      email: await completeEmailChange(deps, actor(), session, body.code),
    }),
  });

  serve(app, cancelEmailChange, {
    access: 'user',
    limits: WRITES,
    change: ({ session, actor }) => dropEmailChange(deps, actor(), session),
  });
}
