import type { FastifyInstance } from 'fastify';
import { register, resendVerification, verifyEmail } from '../../../contract/registration/registration.ts';
import { HttpError } from '../../errors.ts';
import { serve } from '../../http/route.ts';
import { REQUESTS } from '../../limits/limits.ts';
import {
  completeRegistration,
  type RegistrationDeps,
  resendRegistrationCode,
  startRegistration,
} from './registration.ts';

const ATTEMPTS = { rate: REQUESTS.registrations };
const notSelfService = () => new HttpError('not_self_service', ({ errors }) => errors.noSelfRegistration);

export function registrationRoutes(app: FastifyInstance, deps: RegistrationDeps): void {
  const refuseUnlessAllowed = () => {
    if (!deps.config.selfRegistration) throw notSelfService();
  };

  serve(app, register, {
    access: 'anyone',
    limits: ATTEMPTS,
    handler: async ({ body, visitor, guest }) => {
      refuseUnlessAllowed();
      await startRegistration(deps, body, visitor(), guest().publicId);
      return { emailVerificationRequired: true };
    },
  });

  serve(app, verifyEmail, {
    access: 'anyone',
    limits: ATTEMPTS,
    handler: async ({ body, visitor, request }) => {
      refuseUnlessAllowed();
      await completeRegistration(deps, body.token, visitor(), app.guestCookie.publicId(request));
    },
  });

  serve(app, resendVerification, {
    access: 'anyone',
    limits: ATTEMPTS,
    handler: async ({ body, visitor, request }) => {
      refuseUnlessAllowed();
      await resendRegistrationCode(deps, body, visitor(), app.guestCookie.publicId(request));
    },
  });
}
