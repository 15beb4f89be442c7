import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  changeAdminPassword,
  changePassword,
  currentUser,
  login,
  logout,
  secondStep,
  signInByPasskey,
  signInPasskeyOptions,
} from '../../../contract/auth/auth.ts';
import { type Call, serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import type { Session } from '../../sessions/sessions.ts';
import { folded } from '../../text/names.ts';
import { actorFor, type Visitor } from '../../visitor/visitor.ts';
import { recordActivity } from '../log/activity/activity.ts';
import type { AuthDeps, From, SignedIn } from './complete-sign-in.ts';
import { replacePassword } from './own-password.ts';
import { signInWithPasskey } from './passkey-sign-in.ts';
import { presentCurrentUser } from './presenter.ts';
import { completeSecondStep, PENDING_SIGN_IN_S, signInOptions } from './second-step.ts';
import { signIn } from './sign-in.ts';

interface Asking {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type PasswordChange = typeof changePassword | typeof changeAdminPassword;

/** With a second factor, a stolen password alone must not change the password. */
const needsProof = ({ user }: Session) => user.secondFactor && user.passwordState !== 'temporary';

export function authRoutes(app: FastifyInstance, deps: AuthDeps): void {
  const { transact, clock, sessions } = deps;
  const CHECK = { access: 'anyone', limits: { rate: REQUESTS.passwordChecks } } as const;

  const fromOf = (call: Asking & { visitor: () => Visitor; session: Session | null }): From => ({
    visitor: call.visitor(),
    device: app.deviceCookie.read(call.request),
    previous: call.session,
    pendingToken: app.pendingSignInCookie.read(call.request),
  });
  const signedIn = ({ request, reply }: Asking, { token, session, user }: SignedIn) => {
    app.sessionCookie.write(reply, token);
    if (app.pendingSignInCookie.read(request) !== undefined) app.pendingSignInCookie.clear(reply);
    // The hash is empty while a temporary password is unused.
    if (user.password_hash !== '') app.deviceCookie.remember(request, reply, user.username_key, user.password_hash);
    return presentCurrentUser(session);
  };
  const changed = async (call: Call<PasswordChange, 'signed-in' | 'back-office'>) => {
    const { body, session, actor, demandProof, request, reply } = call;
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
    ...CHECK,
    handler: async (call) => {
      const result = await signIn(deps, call.body, fromOf(call));
      if ('token' in result) return signedIn(call, result);
      app.pendingSignInCookie.write(call.reply, result.pendingToken, PENDING_SIGN_IN_S);
      return { secondStep: result.secondStep };
    },
  });

  serve(app, secondStep, {
    ...CHECK,
    handler: async (call) => signedIn(call, await completeSecondStep(deps, call.body, fromOf(call))),
  });

  serve(app, signInPasskeyOptions, {
    access: 'anyone',
    limits: { rate: REQUESTS.signInPages },
    handler: ({ request }) => signInOptions(deps, app.pendingSignInCookie.read(request)),
  });

  serve(app, signInByPasskey, {
    ...CHECK,
    handler: async (call) => signedIn(call, await signInWithPasskey(deps, call.body.passkey, fromOf(call))),
  });

  serve(app, logout, {
    access: 'anyone',
    limits: { rate: REQUESTS.signInPages },
    handler: async ({ session, visitor, reply }) => {
      app.sessionCookie.clear(reply);
      if (session === null) return;
      await transact('guest', async (trx) => {
        if (!(await sessions.end(trx, session.id, session.tokenHash))) return;
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
