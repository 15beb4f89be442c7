import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import {
  changeAdminPassword,
  changePassword,
  currentUser,
  type FirstPasswordInput,
  login,
  logout,
} from '../../../contract/auth/auth.ts';
import { secondStep, signInByPasskey, signInPasskeyOptions } from '../../../contract/auth/second-factor.ts';
import type { Core } from '../../core.ts';
import { serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { Caller } from '../../sessions/transact.ts';
import { folded } from '../../text/names.ts';
import { actorFor, type Visitor } from '../../visitor/visitor.ts';
import { recordActivity } from '../log/activity/activity.ts';
import { commitDelays } from './commit-delay.ts';
import { type ChangePasswordDeps, replacePassword } from './own-password.ts';
import { signInWithPasskey } from './passkey-sign-in.ts';
import { PENDING_SIGN_IN_S } from './pending-sign-in.ts';
import { presentCurrentUser } from './presenter.ts';
import { endSecondStep, type SecondStepDeps, signInOptions } from './second-step.ts';
import { type SignedIn, signIn } from './sign-in.ts';

/** A password alone must not replace itself where there is a second factor. */
const needsProof = ({ user }: Session) => user.secondFactor && user.passwordState !== 'temporary';

interface PasswordChange {
  readonly body: z.output<typeof FirstPasswordInput>;
  readonly session: Session;
  readonly actor: () => Caller;
  readonly demandProof: () => void;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function authRoutes(
  app: FastifyInstance,
  core: Omit<SecondStepDeps, 'commitDelay'> & ChangePasswordDeps & Pick<Core, 'severalProcesses'>,
): void {
  const { transact, clock, sessions } = core;
  const deps = { ...core, commitDelay: commitDelays(core) };

  const signedIn = (request: FastifyRequest, reply: FastifyReply, { token, session, passwordHash }: SignedIn) => {
    app.sessionCookie.write(reply, token);
    if (app.pendingSignInCookie.read(request) !== undefined) app.pendingSignInCookie.clear(reply);
    // Empty: a temporary password that was not used yet.
    if (passwordHash !== '') app.deviceCookie.remember(request, reply, folded(session.user.username), passwordHash);
    return presentCurrentUser(session);
  };
  const fromOf = (request: FastifyRequest, visitor: () => Visitor, previous: Session | null) => ({
    visitor: visitor(),
    device: app.deviceCookie.read(request),
    previous,
  });

  const changed = async ({ body, session, actor, demandProof, request, reply }: PasswordChange) => {
    if (needsProof(session)) demandProof();
    const { token, passwordHash } = await replacePassword(deps, actor(), body);
    app.sessionCookie.write(reply, token);
    app.deviceCookie.remember(request, reply, folded(session.user.username), passwordHash);
  };

  serve(app, currentUser, {
    access: 'signed-in',
    limits: { rate: 'unlimited' },
    sameObjects: true,
    handler: ({ session }) => presentCurrentUser(session),
  });

  serve(app, login, {
    access: 'anyone',
    limits: { rate: REQUESTS.passwordChecks },
    handler: async ({ body, visitor, request, reply, session: previous }) => {
      const result = await signIn(deps, body, fromOf(request, visitor, previous));
      if (!('pending' in result)) return signedIn(request, reply, result);
      app.pendingSignInCookie.write(reply, result.pending, PENDING_SIGN_IN_S);
      return { secondStep: result.kinds };
    },
  });

  serve(app, secondStep, {
    access: 'anyone',
    limits: { rate: REQUESTS.passwordChecks },
    handler: async ({ body, visitor, request, reply, session: previous }) => {
      const from = fromOf(request, visitor, previous);
      return signedIn(request, reply, await endSecondStep(deps, app.pendingSignInCookie.read(request), body, from));
    },
  });

  serve(app, signInPasskeyOptions, {
    access: 'anyone',
    limits: { rate: REQUESTS.signInPages },
    handler: async ({ request }) => ({ ...(await signInOptions(deps, app.pendingSignInCookie.read(request))) }),
  });

  serve(app, signInByPasskey, {
    access: 'anyone',
    limits: { rate: REQUESTS.passwordChecks },
    handler: async ({ body, visitor, request, reply, session: previous }) => {
      const from = fromOf(request, visitor, previous);
      return signedIn(
        request,
        reply,
        await signInWithPasskey(deps, body.passkey, from, app.pendingSignInCookie.read(request)),
      );
    },
  });

  serve(app, logout, {
    access: 'anyone',
    limits: { rate: REQUESTS.signInPages },
    handler: async ({ session, visitor, reply }) => {
      app.sessionCookie.clear(reply);
      if (session === null) return;
      await transact('guest', async (trx) => {
        if (!(await sessions.endOwn(trx, session))) return;
        await recordActivity(trx, { ...actorFor(session.user, visitor()), action: 'logout', at: clock.now() });
      });
    },
  });

  serve(app, changePassword, {
    access: 'signed-in',
    fresh: 'sometimes',
    limits: { rate: REQUESTS.passwordChecks },
    change: changed,
  });

  serve(app, changeAdminPassword, {
    access: 'back-office',
    fresh: 'sometimes',
    limits: { rate: REQUESTS.passwordChecks },
    change: changed,
  });
}
