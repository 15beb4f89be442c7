import type { FastifyInstance } from 'fastify';
import { changeAdminPassword, changePassword, currentUser, login, logout } from '../../../contract/auth.ts';
import { serve } from '../../http/route.ts';
import { actorFor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';
import { changePassword as change } from './own-password.ts';
import { presentCurrentUser } from './presenter.ts';
import { type SignInDeps, signIn } from './sign-in.ts';

const PASSWORD_CHECKS = { most: 10, seconds: 60, shared: true } as const;

export function authRoutes(app: FastifyInstance, deps: SignInDeps): void {
  const { db, clock, sessions } = deps;

  serve(app, currentUser, {
    access: 'signed-in',
    limits: { rate: 'unlimited' },
    sameObjects: true,
    handler: ({ session }) => presentCurrentUser(session.user),
  });

  serve(app, login, {
    access: 'anyone',
    limits: { rate: PASSWORD_CHECKS },
    handler: async ({ body, visitor, reply, session: previous }) => {
      const { token, session } = await signIn(deps, body, visitor());
      // A user who signs in again in the same browser leaves no second session behind.
      if (previous !== null) {
        await db.transaction().execute((trx) => sessions.end(trx, previous.id));
        sessions.ended(previous.id);
      }
      app.sessionCookie.write(reply, token);
      return presentCurrentUser(session.user);
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
    handler: async ({ body, session, visitor, reply }) => {
      app.sessionCookie.write(reply, await change(deps, session, body, visitor()));
    },
  });

  serve(app, changeAdminPassword, {
    access: 'admin',
    limits: { rate: PASSWORD_CHECKS },
    handler: async ({ body, session, visitor, reply }) => {
      app.sessionCookie.write(reply, await change(deps, session, body, visitor()));
    },
  });
}
