import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import {
  changeAdminPassword,
  changePassword,
  currentUser,
  type FirstPasswordInput,
  login,
  logout,
} from '../../../contract/auth.ts';
import type { Core } from '../../core.ts';
import { serve } from '../../http/route.ts';
import { folded } from '../../names.ts';
import type { Session } from '../../sessions/sessions.ts';
import { actorFor, type Visitor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';
import { momentsBeforeCommits } from './moments.ts';
import { type ChangePasswordDeps, changePassword as change } from './own-password.ts';
import { presentCurrentUser } from './presenter.ts';
import { type SignInDeps, signIn } from './sign-in.ts';

const PASSWORD_CHECKS = { most: 10, seconds: 60, shared: true } as const;

interface PasswordChange {
  readonly body: z.output<typeof FirstPasswordInput>;
  readonly session: Session;
  readonly visitor: () => Visitor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function authRoutes(
  app: FastifyInstance,
  deps: Omit<SignInDeps, 'moment'> & ChangePasswordDeps & Pick<Core, 'severalProcesses'>,
): void {
  const { db, clock, sessions } = deps;
  const moment = momentsBeforeCommits(deps);

  const changed = async ({ body, session, visitor, request, reply }: PasswordChange) => {
    const { token, passwordHash } = await change(deps, session, body, visitor());
    app.sessionCookie.write(reply, token);
    // Elsewhere the account has to become known again with the new password.
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
    limits: { rate: PASSWORD_CHECKS },
    handler: async ({ body, visitor, request, reply, session: previous }) => {
      const device = app.deviceCookie.read(request);
      const { token, session, passwordHash } = await signIn({ ...deps, moment }, body, {
        visitor: visitor(),
        device,
        previous,
      });
      app.sessionCookie.write(reply, token);
      app.deviceCookie.remember(request, reply, folded(session.user.username), passwordHash);
      return presentCurrentUser(session);
    },
  });

  serve(app, logout, {
    access: 'anyone',
    limits: { rate: { most: 60, seconds: 60 } },
    handler: async ({ session, visitor, reply }) => {
      app.sessionCookie.clear(reply);
      if (session === null) return;
      await db.transaction().execute(async (trx) => {
        await sessions.end(trx, session.id);
        await recordActivity(trx, { ...actorFor(session.user, visitor()), action: 'logout', at: clock.now() });
      });
      sessions.ended(session.id);
    },
  });

  serve(app, changePassword, {
    access: 'signed-in',
    limits: { rate: PASSWORD_CHECKS },
    handler: changed,
  });

  serve(app, changeAdminPassword, {
    access: 'back-office',
    limits: { rate: PASSWORD_CHECKS },
    handler: changed,
  });
}
